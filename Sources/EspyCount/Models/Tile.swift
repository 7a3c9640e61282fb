package import EspyInference

/// A part of a picture at which the detector looks by itself.
package struct Tile: Sendable, Equatable {
    /// Where it lies in the picture.
    package var part: PixelRect
    /// Pixels of the detector's input for one pixel of the picture. Nil, or more than fits: as large as fits.
    package var scale: Double?

    package init(part: PixelRect, scale: Double? = nil) {
        self.part = part
        self.scale = scale
    }

    /// Equal tiles, row by row, that cover a picture of `width` × `height` pixels.
    ///
    /// - Parameters:
    ///   - side: of each tile, in pixels of the picture; tiles at the right and at the bottom are moved inward.
    ///   - overlap: least overlap of neighbors, in pixels. Things up to this size lie whole in some tile.
    ///   - scale: as ``scale``.
    package static func grid(width: Int, height: Int, side: Int, overlap: Int, scale: Double? = nil) -> [Tile] {
        let across = starts(length: width, side: side, overlap: overlap)
        let down = starts(length: height, side: side, overlap: overlap)
        return down.flatMap { top in
            across.map { left in
                let columns = left..<min(left + side, width)
                return Tile(part: PixelRect(columns: columns, rows: top..<min(top + side, height)), scale: scale)
            }
        }
    }

    /// Evenly spread, so that all overlaps along one side are about the same.
    private static func starts(length: Int, side: Int, overlap: Int) -> [Int] {
        guard length > 0, side > 0 else { return [] }
        guard length > side else { return [0] }
        let step = max(side - overlap, 1)
        let steps = (length - side + step - 1) / step
        return (0...steps).map { (length - side) * $0 / steps }
    }
}

/// A candidate and the tile it was seen in.
package struct TileCandidate: Sendable, Equatable {
    /// In pixels of the whole picture.
    package var candidate: Candidate
    /// Place in the list of tiles.
    package var tile: Int
    /// Borders of the tile that the box touches, where the picture goes on beyond them: there the thing may be cut, and
    /// another tile may show it whole.
    package var cut: Sides

    package init(candidate: Candidate, tile: Int, cut: Sides = []) {
        self.candidate = candidate
        self.tile = tile
        self.cut = cut
    }
}

/// Sides of a rectangle.
package struct Sides: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let left = Sides(rawValue: 1)
    package static let top = Sides(rawValue: 2)
    package static let right = Sides(rawValue: 4)
    package static let bottom = Sides(rawValue: 8)
}
