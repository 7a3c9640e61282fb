// Not in the browser: it has no tasks: RackReader+Embedded.swift takes the same steps one by one.

package import DataMatrix
public import EspyPixels

/// Reads photos of boxes of vials with DataMatrix codes on their caps.
///
/// ```swift
/// let rack = try await RackReader(options: RackOptions(grid: .size(rows: 9, columns: 9))).read(image)
/// print(rack.csv())
/// ```
public struct RackReader: Sendable {
    public let options: RackOptions
    private let source: CodeSource

    public init(options: RackOptions = .init()) {
        self.init(options: options, source: CodeSource(SymbolReader()))
    }

    /// A reader that gets its codes from another source.
    package init(options: RackOptions, source: CodeSource) {
        self.options = options
        self.source = source
    }

    /// Reads every code of one photo and puts it in its cell.
    ///
    /// - Parameter progress: called on any thread, one call at a time.
    /// - Returns: the result, which may be without codes.
    /// - Throws: ``RackError`` if reading could not be attempted. Canceling the task ends the work within a tenth of a
    ///   second.
    public func read(
        _ image: RGBImage, progress: (@Sendable (RackProgress) -> Void)? = nil
    ) async throws(RackError) -> Rack {
        try await read(SplitImage(image), progress: progress)
    }

    /// Reads a photo that takes half the memory: see ``ImageDecoder/decodeSplit(_:)``.
    public func read(
        _ image: SplitImage, progress: (@Sendable (RackProgress) -> Void)? = nil
    ) async throws(RackError) -> Rack {
        func report(_ stage: RackProgress.Stage) throws(RackError) {
            if Task.isCancelled { throw .cancelled }
            progress?(RackProgress(stage))
        }
        try options.check(image)
        try report(.reading)
        var job = RackJob(image, options)
        let seen = await source.sightings(job.view)
        try report(.placing)
        job.place(seen)
        try report(.judging)
        job.classify()
        try report(.rereading)
        let doubts = job.doubts
        job.accept(await reread(doubts, in: job.view), of: doubts)
        try report(.done)
        return job.result
    }

    /// Searches several cells in parallel.
    private func reread(_ doubts: [RackJob.Doubt], in view: GrayView) async -> [Reading?] {
        let source = source
        return await withTaskGroup(of: (Int, Reading?).self) { group in
            for (index, doubt) in doubts.enumerated() {
                group.addTask {
                    guard !Task.isCancelled else { return (index, nil) }
                    return (index, source.reread(view, doubt.center, doubt.radius, doubt.model))
                }
            }
            return await group.reduce(into: Array(repeating: nil, count: doubts.count)) { $0[$1.0] = $1.1 }
        }
    }
}

/// The source of codes: the reader of the DataMatrix module, or a replacement in a test.
package struct CodeSource: Sendable {
    /// Finds all symbols of a picture.
    fileprivate let sightings: @Sendable (_ view: GrayView) async -> Sightings
    /// Searches one place again, thoroughly.
    fileprivate let reread:
        @Sendable (_ view: GrayView, _ center: SIMD2<Double>, _ radius: Double, _ model: Reading) -> Reading?

    package init(
        sightings: @escaping @Sendable (_ view: GrayView) async -> Sightings,
        reread: @escaping @Sendable (_ view: GrayView, SIMD2<Double>, _ radius: Double, _ model: Reading) -> Reading?
    ) {
        (self.sightings, self.reread) = (sightings, reread)
    }

    fileprivate init(_ reader: SymbolReader) {
        self.init {
            Sightings(await reader.read($0))
        } reread: {
            reader.read($0, near: $1, radius: $2, like: $3)
        }
    }
}
