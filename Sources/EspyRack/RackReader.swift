import DataMatrix
public import EspyPixels

/// Reads photos of boxes of vials with DataMatrix codes on their caps.
///
/// ```swift
/// let rack = try await RackReader(options: RackOptions(grid: .size(rows: 9, columns: 9))).read(image)
/// print(rack.csv())
/// ```
public struct RackReader: Sendable {
    public let options: RackOptions
    private let source: any CodeSource

    public init(options: RackOptions = .init()) {
        self.init(options: options, source: SymbolReader())
    }

    /// A reader whose codes come from elsewhere.
    package init(options: RackOptions, source: any CodeSource) {
        self.options = options
        self.source = source
    }

    /// Reads every code of one photo and puts it in its cell.
    ///
    /// - Parameter progress: called on no particular thread, one call at a time.
    /// - Returns: what the photo shows; no code at all is a result, too.
    /// - Throws: ``RackError`` when the photo could not be tried. Cancelling the task ends the work within a tenth of
    ///   a second.
    public func read(
        _ image: RGBImage, progress: (@Sendable (RackProgress) -> Void)? = nil
    ) async throws(RackError) -> Rack {
        guard options.grid.isUsable else { throw .unusableGrid(options.grid) }
        guard image.width > 0, image.height > 0 else {
            throw .emptyImage(width: image.width, height: image.height)
        }
        let size = (image.width, image.height)
        func report(_ stage: RackProgress.Stage, _ fraction: Double) throws(RackError) {
            if Task.isCancelled { throw .cancelled }
            progress?(RackProgress(stage: stage, fraction: fraction))
        }
        try report(.reading, 0)
        let (image, factor) = options.shrunk(image)
        let gray = image.gray
        let view = GrayView(width: gray.width, height: gray.height, pixels: gray.pixels)
        let seen = await source.sightings(in: view)
        try report(.placing, 0.6)
        var job = RackJob(
            image: image, view: view, seen: seen, grid: options.gridInPhoto.scaled(by: factor),
            corners: options.corners.map { ShownCorners($0, view: options.view, scale: factor) })
        try report(.judging, 0.7)
        await job.classify()
        try report(.rereading, 0.85)
        if options.looksTwice { await job.reread(with: source) }
        try report(.done, 1)
        let rack = factor == 1 ? job.result : job.result.scaled(by: 1 / factor, to: size)
        guard options.positions.isEmpty else {
            return rack.placed(
                in: options.positions, turn: options.turn, isFromBelow: options.view.isFromBelow)
        }
        return rack.seen(options.view)
    }
}
