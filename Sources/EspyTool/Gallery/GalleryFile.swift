import Espy

/// Where the gallery of the user is kept.
struct GalleryFile {
    let path: String
    private let folder: String

    init(_ surroundings: Surroundings) {
        folder = Path.join(Folders(surroundings).data, "gallery")
        path = Path.join(folder, "gallery.sqlite")
    }

    /// Is there a gallery yet?
    var exists: Bool { Files.exists(path) }

    /// - Parameters:
    ///   - making: make its folder, for the user alone, where there is none.
    ///   - texts: tells the meaning of words.
    func open(making: Bool, texts: (any TextMeaning)? = nil) throws(Problem) -> Gallery {
        if making { try makeFolder() }
        do throws(GalleryError) {
            return try Gallery(path: path, texts: texts)
        } catch {
            throw Problem(error)
        }
    }

    /// The small pictures of photos are in it: for the user alone.
    private func makeFolder() throws(Problem) {
        do throws(FileError) {
            try Files.makePrivateFolder(folder)
        } catch {
            throw Problem("file", "\(printable(error.path)): \(error.text)")
        }
    }
}
