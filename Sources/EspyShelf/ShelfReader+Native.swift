// Not in the browser: it has no tasks, and titles stay with the server.

public import EspyBarcode
import EspyBase
public import EspyPixels

/// Outlines the books on a shelf, and reads everything that it has a reader for.
///
/// ```swift
/// let shelf = try await ShelfReader().read(image)
/// for spine in shelf.spines { print(spine.row, spine.quad.center) }
/// ```
public struct ShelfReader: Sendable {
    public let options: ShelfOptions
    private let detector: any SpineDetector
    private let barcodes: BarcodeReader?
    private let regions: TextFinder?
    private let text: (any SpineReader)?
    private let catalog: (any BookMatcher)?
    private let clock: (any Clock<Duration>)?

    /// - Parameters:
    ///   - detector: finds the spines; the default needs no model.
    ///   - barcodes: reads the barcodes; nil to skip them.
    ///   - regions: finds regions with text; nil to skip them.
    ///   - text: reads the text on the spines; nil to skip it.
    ///   - catalog: identifies books by their barcodes; ``text`` identifies books by their text.
    ///   - clock: measures the durations; nil: all durations are 0.
    public init(
        options: ShelfOptions = .init(),
        detector: any SpineDetector = StackedSpineDetector(SeparatorDetector()),
        barcodes: BarcodeReader? = nil, regions: TextFinder? = nil, text: (any SpineReader)? = nil,
        catalog: (any BookMatcher)? = nil, clock: (any Clock<Duration>)? = nil
    ) {
        self.options = options
        self.detector = detector
        self.barcodes = barcodes
        self.regions = regions
        self.text = text
        self.catalog = catalog
        self.clock = clock
    }

    /// Outlines the books of one picture.
    ///
    /// - Parameters:
    ///   - frame: the index of the picture in its stream.
    ///   - time: in seconds since the first picture of the stream.
    /// - Throws: ``ShelfError`` if the picture could not be read. Cancelling the task stops the work within a tenth of
    ///   a second.
    public func read(_ image: RGBImage, frame: Int = 0, time: Double = 0) async throws(ShelfError) -> Shelf {
        guard image.width > 0, image.height > 0 else {
            throw .emptyImage(width: image.width, height: image.height)
        }
        var shelf = Shelf(frame: frame, time: time, width: image.width, height: image.height)
        let elapsed = clock.map { Stopwatch.milliseconds($0) }
        do {
            let found = try await outline(image, &shelf)
            try await read(image, found, &shelf)
        } catch {
            throw .cancelled
        }
        // The area around the spines, if there are enough to show where the books are.
        let books = shelf.spines.count < 3 ? nil : shelf.bounds
        let flaws = PhotoFlaw.flaws(
            of: image, in: books, mostWhite: ShelfOptions.mostWhite, mostEdgeWidth: ShelfOptions.mostEdgeWidth)
        shelf.warnings = flaws.compactMap { Shelf.Warning(rawValue: $0.rawValue) }
        shelf.timings.total = elapsed?() ?? 0
        return shelf
    }

    private func outline(
        _ image: RGBImage, _ shelf: inout Shelf
    ) async throws(CancellationError) -> [DetectedSpine] {
        let elapsed = clock.map { Stopwatch.milliseconds($0) }
        let found = try await detector.spines(in: image)
        shelf.timings.spines = elapsed?() ?? 0
        shelf.spines = spines(found.map { ($0, nil) })
        return found
    }

    /// Returns the spines above the threshold, with numbers.
    private func spines(_ found: [(spine: DetectedSpine, reading: Shelf.Reading?)]) -> [Shelf.Spine] {
        found.filter { $0.spine.confidence >= options.confidence }.enumerated().map { index, found in
            Shelf.Spine(
                id: index + 1, quad: found.spine.quad.map { Point(x: $0.x.toTenth, y: $0.y.toTenth) },
                row: found.spine.row, confidence: (found.spine.confidence * 1000).rounded() / 1000,
                reading: found.reading)
        }
    }

    /// Reads the text first, because it reveals missed spines and false ones.
    private func read(
        _ image: RGBImage, _ found: [DetectedSpine], _ shelf: inout Shelf
    ) async throws(CancellationError) {
        if let text {
            let elapsed = clock.map { Stopwatch.milliseconds($0) }
            let sure = found.filter { $0.confidence >= options.confidence }
            shelf.spines = spines(try await text.revised(sure, in: image))
            shelf.addPrinted()
            if let catalog { shelf.name(by: catalog) }
            shelf.timings.reading = elapsed?() ?? 0
        }
        guard barcodes != nil || regions != nil else { return }
        let gray = image.gray
        if let barcodes {
            let elapsed = clock.map { Stopwatch.milliseconds($0) }
            shelf.add(try barcodes.read(gray))
            if let catalog { shelf.name(by: catalog) }
            shelf.timings.barcodes = elapsed?() ?? 0
        }
        if let regions {
            let elapsed = clock.map { Stopwatch.milliseconds($0) }
            if Task.isCancelled { throw CancellationError() }
            shelf.text = regions.find(in: gray, spines: shelf.spines.map(\.quad))
            shelf.timings.text = elapsed?() ?? 0
        }
    }

    /// Like ``read(_:frame:time:)`` for a stream, with failures reported in the outcome.
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

/// Options for reading a picture of a shelf.
public struct ShelfOptions: Sendable, Codable, Equatable {
    /// Minimum confidence of a spine, 0...1.
    public var confidence: Double

    /// More white than this share of the books is too much. Photos of shelves have next to none, and where they have more, a
    /// third of the words is lost.
    static let mostWhite = 0.3
    /// Edges that are wider are blurred; see ``EdgeWidth/ofPhoto(_:in:)``. Photos of shelves as they are have 2 to 2.7. From
    /// here on, half of the words is lost where letters are ten pixels high.
    static let mostEdgeWidth = 2.8

    /// The valid values of ``confidence``.
    public static let confidences = 0.0...0.99

    public init(confidence: Double = 0.3) {
        self.confidence = confidence
    }
}

extension Shelf {
    /// Adds the barcodes of the picture. An ISBN belongs to the spine that contains the center of its bars; if spines
    /// overlap, to the one whose center is nearest.
    mutating func add(_ found: [Barcode]) {
        barcodes += found
        for barcode in found {
            guard let isbn = barcode.isbn else { continue }
            let middle = barcode.quad.center
            let around = spines.indices.filter { spines[$0].quad.contains(middle) }
            let nearest = around.min {
                spines[$0].quad.center.distance(to: middle) < spines[$1].quad.center.distance(to: middle)
            }
            if let nearest { spines[nearest].isbn = isbn }
        }
    }

    /// Adds ISBNs that are printed on spines or their labels: 13 digits, or any number after the word.
    mutating func addPrinted() {
        for index in spines.indices {
            guard let text = spines[index].reading?.text.uppercased() else { continue }
            let digits = text.filter(\.isWholeNumber)
            spines[index].isbn = ISBN.all(in: text).first { text.contains("ISBN") || digits.contains($0.value) }
        }
    }

    /// Identifies books by their ISBNs, which are more reliable than text.
    mutating func name(by catalog: any BookMatcher) {
        for index in spines.indices {
            guard let book = spines[index].isbn.flatMap(catalog.book) else { continue }
            var reading = spines[index].reading ?? Reading(text: "", confidence: 0)
            reading.book = book
            spines[index].reading = reading
        }
    }

    /// Returns the shelf with the books that a list knows, by ISBN or by the text on their spines.
    public func named(by catalog: any BookMatcher) -> Shelf {
        var shelf = self
        for index in spines.indices where spines[index].isbn == nil {
            guard let text = spines[index].reading?.text, let book = catalog.match(text) else { continue }
            shelf.spines[index].reading?.book = book
        }
        shelf.name(by: catalog)
        return shelf
    }
}
