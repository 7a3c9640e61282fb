public import EspyPixels

/// Finds the books that lie in stacks, too.
///
/// Another detector finds those that stand. Where none of them do, the free part of the shelf is turned by a quarter and
/// shown to the same detector: there the books of a stack stand.
///
/// Stacks on shelves on which hardly a book stands are not found, and neither are books that lie on standing ones.
public struct StackedSpineDetector: SpineDetector {
    private let standing: any SpineDetector
    /// Lying books that are less sure are none.
    private static let least = 0.5
    /// Their lengths, as a share of the middle height of the standing books of their shelf, and of the largest.
    private static let (shortest, longest) = (0.5, 1.4)
    /// Their length is at least so many times their thickness.
    private static let slenderness = 1.5
    /// So much of a lying book, at most, is covered by standing ones.
    private static let covered = 0.2
    /// So much the color changes at both ends.
    private static let change = 12.0

    /// - Parameter standing: finds the books that stand.
    public init(_ standing: any SpineDetector) { self.standing = standing }

    public func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] {
        let spines = try await standing.spines(in: image)
        var lying: [DetectedSpine] = []
        for gap in ShelfGap.gaps(between: spines, width: image.width, height: image.height) {
            lying += try await self.lying(in: gap, image, beside: spines)
        }
        guard !lying.isEmpty else { return spines }
        return (spines + lying).sorted {
            ($0.row, $0.quad.center.x, $0.quad.center.y) < ($1.row, $1.quad.center.x, $1.quad.center.y)
        }
    }

    private func lying(
        in gap: ShelfGap, _ image: RGBImage, beside spines: [DetectedSpine]
    ) async throws(CancellationError) -> [DetectedSpine] {
        // Sides are seen only with something beyond them.
        let margin = 0.08 * gap.height
        let area = Rect(
            x: gap.area.x - margin, y: gap.area.y, width: gap.area.width + 2 * margin, height: gap.area.height)
        let part = image.cropped(to: area)
        let corner = Point(x: max(area.x, 0).rounded(.down), y: max(area.y, 0).rounded(.down))
        guard part.width > 0, part.height > 0 else { return [] }
        let turned = try await standing.spines(in: part.oriented(.rotate90))
        let neighbors = spines.filter { $0.row == gap.row && $0.confidence >= Self.least }.map(\.quad)
        return turned.compactMap { spine in
            guard spine.confidence >= Self.least else { return nil }
            let quad = Self.back(spine.quad, height: part.height, corner)
            let free = neighbors.reduce(0) { $0 + QuadOverlap.common(quad, $1) } <= Self.covered * quad.area
            guard free, Self.fits(quad, gap), SpineEnds.change(of: quad, in: image) >= Self.change else { return nil }
            return DetectedSpine(quad: quad, row: gap.row, confidence: spine.confidence)
        }
    }

    private static func fits(_ quad: Quad, _ gap: ShelfGap) -> Bool {
        let (length, thickness) = (quad.meanWidth, quad.meanHeight)
        return length >= shortest * gap.height && length <= longest * gap.highest && length >= slenderness * thickness
            && quad.center.y <= gap.feet.y(at: quad.center.x)
    }

    /// A quad of the turned part in the picture, its corners in the order in which they are seen there.
    private static func back(_ quad: Quad, height: Int, _ corner: Point) -> Quad {
        func place(_ point: Point) -> Point {
            Point(x: corner.x + point.y, y: corner.y + Double(height) - point.x)
        }
        return Quad(
            topLeft: place(quad.topRight), topRight: place(quad.bottomRight), bottomRight: place(quad.bottomLeft),
            bottomLeft: place(quad.topLeft))
    }
}
