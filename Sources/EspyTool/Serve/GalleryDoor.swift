import Espy
import EspyServer

/// Opens the photo library of the user for the server.
struct GalleryDoor: GalleryOpening {
    private let file: GalleryFile

    init(_ surroundings: Surroundings) { file = GalleryFile(surroundings) }

    func open(making: Bool) async throws(EspyServer.Problem) -> Gallery? {
        guard making || file.exists else { return nil }
        do throws(Problem) {
            return try file.open(making: making)
        } catch {
            throw .galleryUnusable(error.message)
        }
    }
}
