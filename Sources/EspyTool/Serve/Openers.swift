import Espy
import EspyApp
import EspyHTTP
import EspyServer

/// Opens the photo library of the user for the server.
struct GalleryOpener: GalleryOpening {
    private let file: GalleryFile
    private let texts: (any TextMeaning)?

    /// - Parameter texts: tells the meaning of words; one for all connections.
    init(_ surroundings: Surroundings, texts: (any TextMeaning)? = nil) {
        (file, self.texts) = (GalleryFile(surroundings.environment), texts)
    }

    func open(making: Bool) async throws(HTTPProblem) -> Gallery? {
        guard making || file.exists else { return nil }
        do throws(Problem) {
            return try file.open(making: making, texts: texts)
        } catch {
            throw .galleryUnusable(error.message)
        }
    }
}

/// Opens the history of the user for the server.
struct HistoryOpener: HistoryOpening {
    private let surroundings: Surroundings

    init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    func open(making: Bool) async throws(HTTPProblem) -> History? {
        let file = HistoryFile(surroundings.environment)
        guard making || file.exists else { return nil }
        do throws(Problem) {
            let history = try file.open(making: making)
            try? await history.purge(at: surroundings.now())
            return history
        } catch {
            throw .historyUnusable(error.message)
        }
    }
}
