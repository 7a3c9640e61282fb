public import EspyImage

/// Reads photos of boxes of vials with DataMatrix codes on their caps.
public struct RackReader: Sendable {
    public let options: RackOptions

    public init(options: RackOptions = .init()) {
        self.options = options
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
        return Rack(
            width: image.width, height: image.height, rows: 0, cols: 0, origin: .occupiedArea, layout: .occupied,
            cells: [], vials: [], outside: [], duplicates: [], warnings: [])
    }
}
