import Espy
import EspyServer

/// Reads shelves for the server.
struct ShelfDesk: ShelfReading {
    func read(
        _ image: RGBImage, options: ShelfOptions, readsText: Bool,
        progress: @escaping @Sendable (ShelfStage, Double) -> Void
    ) async throws(EspyServer.Problem) -> Shelf {
        progress(.looking, 0)
        do throws(ShelfError) {
            return try await ShelfReader(options: options, clock: ContinuousClock()).read(image)
        } catch {
            throw EspyServer.Problem(error)
        }
    }

    func watch(readsText: Bool) async throws(EspyServer.Problem) -> any ShelfWatching {
        ShelfWatch(reader: ShelfReader(clock: ContinuousClock()))
    }
}

/// Looks at one camera.
actor ShelfWatch: ShelfWatching {
    private let reader: ShelfReader
    private var frames = 0

    init(reader: ShelfReader) { self.reader = reader }

    func look(at image: RGBImage, time: Double) async -> Shelf {
        let frame = frames
        frames += 1
        return await reader.look(at: image, frame: frame, time: time)
    }

    func close() {}
}
