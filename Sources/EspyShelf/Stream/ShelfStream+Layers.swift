import EspyBase
import EspyPixels

/// What is looked for beside the frames, now and then.
extension ShelfStream {
    /// Layers that are being worked on, and when the last was begun.
    struct Errands {
        var barcodes = false
        var text = false
        var reading = false
        var barcodeTime = -Double.infinity
        var textTime = -Double.infinity
        var readingTime = -Double.infinity
    }

    /// Begins what is due, and waits for it if that is wanted.
    func runErrands(_ image: RGBImage, _ shelf: Shelf) async {
        let begun = [
            searchBarcodes(image, time: shelf.time), searchText(image, shelf), readSpines(image, shelf),
        ]
        guard options.waits else { return }
        for task in begun { await task?.value }
    }

    private func searchBarcodes(_ image: RGBImage, time: Double) -> Task<Void, Never>? {
        guard let barcodes, !errands.barcodes, time - errands.barcodeTime >= options.barcodeInterval else { return nil }
        (errands.barcodes, errands.barcodeTime) = (true, time)
        let (place, started) = (scene.moved, generation)
        return Task {
            let (found, took) = await Self.timed(clock) { () async throws(CancellationError) in
                try await barcodes(image.gray)
            }
            guard started == generation else { return }
            errands.barcodes = false
            scene.addBarcodes(found ?? [], seenAt: place, time: time, took: took)
        }
    }

    private func searchText(_ image: RGBImage, _ shelf: Shelf) -> Task<Void, Never>? {
        let (time, spines) = (shelf.time, shelf.spines.map(\.quad))
        guard let text, !errands.text, time - errands.textTime >= options.textInterval else { return nil }
        (errands.text, errands.textTime) = (true, time)
        let (place, started) = (scene.moved, generation)
        return Task {
            let (found, took) = await Self.timed(clock) { () async throws(CancellationError) in
                try await text.regions(in: image.gray, spines: spines)
            }
            guard started == generation else { return }
            errands.text = false
            scene.addText(found ?? [], seenAt: place, time: time, took: took)
        }
    }

    private func readSpines(_ image: RGBImage, _ shelf: Shelf) -> Task<Void, Never>? {
        guard let reading, !errands.reading, shelf.time - errands.readingTime >= options.readingInterval else {
            return nil
        }
        let spines = scene.spinesToRead(shelf)
        guard !spines.isEmpty else { return nil }
        (errands.reading, errands.readingTime) = (true, shelf.time)
        let started = generation
        return Task {
            let (found, took) = await Self.timed(clock) { () async throws(CancellationError) in
                try await reading.readings(of: spines.map(\.quad), in: image)
            }
            guard started == generation else { return }
            errands.reading = false
            scene.addReadings(found ?? [], of: spines, took: took)
        }
    }

    /// Off the actor, which has frames to look after.
    @concurrent
    private static func timed<Value: Sendable>(
        _ clock: (any Clock<Duration>)?, _ work: @Sendable () async throws(CancellationError) -> Value
    ) async -> (value: Value?, milliseconds: Double) {
        let elapsed = clock.map { Stopwatch.milliseconds($0) }
        let value = try? await work()
        return (value, elapsed?() ?? 0)
    }
}
