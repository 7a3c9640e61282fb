public import EspyImage

/// Outlines the books of a shelf.
///
/// ```swift
/// let shelf = try await ShelfReader().read(image)
/// for spine in shelf.spines { print(spine.row, spine.quad.center) }
/// ```
public struct ShelfReader: Sendable {
    public let options: ShelfOptions
    private let detector: any SpineDetector
    private let clock: (any Clock<Duration>)?

    /// - Parameters:
    ///   - detector: what finds the spines; the one that needs no model, unless another is given.
    ///   - clock: tells how long the work takes; nil: all times are 0.
    public init(
        options: ShelfOptions = .init(), detector: any SpineDetector = SeparatorDetector(),
        clock: (any Clock<Duration>)? = nil
    ) {
        self.options = options
        self.detector = detector
        self.clock = clock
    }

    /// Outlines the books of one picture.
    ///
    /// - Parameters:
    ///   - frame: which picture of its stream it is.
    ///   - time: in seconds since the first picture of the stream.
    /// - Throws: ``ShelfError`` when the picture could not be tried. Cancelling the task ends the work within a tenth
    ///   of a second.
    public func read(_ image: RGBImage, frame: Int = 0, time: Double = 0) async throws(ShelfError) -> Shelf {
        guard image.width > 0, image.height > 0 else {
            throw .emptyImage(width: image.width, height: image.height)
        }
        let elapsed = clock.map { Stopwatch.milliseconds($0) }
        let found: [DetectedSpine]
        do {
            found = try await detector.spines(in: image)
        } catch {
            throw .cancelled
        }
        let milliseconds = elapsed?() ?? 0
        let spines = found.filter { $0.confidence >= options.confidence }.enumerated().map { index, spine in
            Shelf.Spine(
                id: index + 1, quad: spine.quad.map { Point(x: $0.x.toTenth, y: $0.y.toTenth) }, row: spine.row,
                confidence: (spine.confidence * 1000).rounded() / 1000)
        }
        return Shelf(
            frame: frame, time: time, width: image.width, height: image.height, spines: spines,
            timings: Shelf.Timings(spines: milliseconds, total: milliseconds))
    }

    /// Like ``read(_:frame:time:)`` for a stream: a picture that could not be tried says so in its outcome.
    public func look(at image: RGBImage, frame: Int, time: Double) async -> Shelf {
        var shelf = Shelf(frame: frame, time: time, width: image.width, height: image.height)
        do throws(ShelfError) {
            shelf = try await read(image, frame: frame, time: time)
        } catch .cancelled {
            shelf.outcome = .skipped
        } catch {
            shelf.outcome = .failed(error)
        }
        return shelf
    }
}

extension Double {
    var toTenth: Double { (self * 10).rounded() / 10 }
}
