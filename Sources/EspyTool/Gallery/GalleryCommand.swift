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
        let gallery = try file.open(making: false)
        switch invocation.action {
        case "update": return try await GalleryUpdating(self).update(gallery)
        case "remove": return try await GalleryUpdating(self).remove(gallery)
        case "search": return try await GallerySearching(self).run(gallery)
        case "status": return try await GalleryListing(self).status(gallery)
        default: return try await GalleryListing(self).problems(gallery)
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
}
