import Espy
import EspyServer

/// Opens the photo library of the user for the server.
struct GalleryDoor: GalleryOpening {
    private let file: GalleryFile
    private let texts: (any TextMeaning)?

    /// - Parameter texts: tells the meaning of words; one for all connections.
    init(_ surroundings: Surroundings, texts: (any TextMeaning)? = nil) {
        (file, self.texts) = (GalleryFile(surroundings), texts)
    }

    func open(making: Bool) async throws(EspyServer.Problem) -> Gallery? {
        guard making || file.exists else { return nil }
        do throws(Problem) {
            return try file.open(making: making, texts: texts)
        } catch {
            throw .galleryUnusable(error.message)
        }
    }
}
