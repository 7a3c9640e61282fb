import Espy

/// `espy gallery`: the photo library of the user.
struct GalleryCommand {
    let tool: Tool
    let invocation: Invocation
    let settings: Settings
    let file: GalleryFile

    init(_ tool: Tool, _ invocation: Invocation) throws(UsageError) {
        self.tool = tool
        self.invocation = invocation
        settings = try Settings(invocation, tool.surroundings)
        file = GalleryFile(tool.surroundings)
    }

    func run() async throws -> Exit {
        do {
            return try await act()
        } catch let problem as Problem {
            await tool.console.error(problem.message)
            return .failed
        } catch let error as GalleryError {
            await tool.console.error(Problem(error).message)
            if case .query = error { return .usage }
            return .failed
        }
    }

    private func act() async throws -> Exit {
        if invocation.action == "add" { return try await GalleryUpdating(self).add() }
        // Looking does not make a file.
        guard file.exists else {
            throw Problem("noGallery", "there is no gallery yet; “espy gallery add FOLDER” makes one")
        }
        let gallery = try file.open(making: false, texts: try MeaningModels.texts(settings, tool.surroundings))
        switch invocation.action {
        case "update": return try await GalleryUpdating(self).update(gallery)
        case "remove": return try await GalleryUpdating(self).remove(gallery)
        case "search": return try await GallerySearching(self).run(gallery)
        case "status": return try await GalleryListing(self).status(gallery)
        case "problems": return try await GalleryListing(self).problems(gallery)
        case "tags": return try await GalleryListing(self).tags(gallery)
        case "albums": return try await GalleryListing(self).albums(gallery)
        case "save-album", "rename-album", "delete-album": return try await GalleryAlbums(self).run(gallery)
        case "duplicates": return try await GalleryListing(self).duplicates(gallery)
        case "teach": return try await GalleryTagging(self).teach(gallery)
        case "forget": return try await GalleryTagging(self).forget(gallery)
        case "add-tag", "remove-tag", "reset-tag": return try await GalleryTagging(self).correct(gallery)
        case "rate": return try await GalleryTagging(self).rate(gallery)
        case "import": return try await GalleryTransfer(self).takeIn(gallery)
        case "sidecars": return try await GalleryTransfer(self).writeSidecars(gallery)
        default: return try await GalleryTransfer(self).export(gallery)
        }
    }

    var isJSON: Bool { invocation.isOn(Flags.galleryJSON) }

    /// Seconds since 1970.
    var now: Int { tool.surroundings.now() }
    /// The same by the clock on the wall, as photos have it.
    var here: Int { Timestamp.here(now) }

    func note(_ text: String) async {
        if !invocation.isOn(Flags.quiet) { await tool.console.note(text) }
    }

    /// The photo that an operand names: its number, or the path of a file that has it.
    func photo(_ name: String, in gallery: Gallery) async throws -> Int {
        if let id = Int(name), try await gallery.details(of: id) != nil { return id }
        guard let id = try await gallery.photo(at: Path.absolute(name)) else { throw GalleryError.unknownPhoto(name) }
        return id
    }

    /// The photos that operands name, in their order.
    func photos(_ names: some Sequence<String>, in gallery: Gallery) async throws -> [Int] {
        var photos: [Int] = []
        for name in names { photos.append(try await photo(name, in: gallery)) }
        return photos
    }
}
