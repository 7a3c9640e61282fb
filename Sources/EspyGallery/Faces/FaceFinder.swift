package import EspyPixels

/// Finds faces that look at the camera.
public struct FaceFinder: Sendable {
    private let cascade: FaceCascade

    public init(_ cascade: FaceCascade) { self.cascade = cascade }

    /// Changes with what is found.
    var version: String { "faces-1 \(cascade.digest)" }

    /// Tags of photos with so many faces. Nearly all that is found is a face; a cat may be one, too.
    func tags(of count: Int) -> [PhotoTag] {
        func tag(_ name: String) -> PhotoTag {
            PhotoTag(name: name, category: .people, confidence: 0.95, source: "faces@\(cascade.digest)")
        }
        return count == 0 ? [] : [tag("person")] + (count > 1 ? [tag("people")] : [])
    }

    /// Long side in pixels at which photos are looked at: a face must be a twentieth of that, at least.
    static let side = 400
    /// From one size of faces to the next.
    private static let growth = 1.15
    /// A face is seen in many squares beside each other and of nearly the same size. What looks like one by chance is
    /// seen in few.
    static let leastHits = 14
    /// Pixels from one square to the next, at first and around what was found then, and how far around that is.
    private static let (coarse, fine, reach) = (4, 1, 5)
    /// Patterns that look like a face everywhere are none.
    private static let mostHits = 400

    /// - Parameter image: gray, upright.
    /// - Returns: squares around the faces in pixels of the image, largest first.
    package func faces(in image: GrayImage) -> [PhotoFace] {
        let levels = levels(of: image)
        var found: [(level: Int, corner: CascadeScan.Corner)] = []
        for (index, level) in levels.enumerated() {
            found += level.scan.hits(Self.grid(level.scan)).map { (index, $0) }
        }
        guard 1...Self.mostHits ~= found.count else { return [] }
        var squares: [FaceSquare] = []
        for (index, level) in levels.enumerated() {
            let near = found.filter { abs($0.level - index) <= 2 }
            let corners = Set(near.flatMap { around($0.corner, levels[$0.level].scale / level.scale) })
            squares += level.scan.hits(corners.sorted { ($0.y, $0.x) < ($1.y, $1.x) }).map {
                FaceSquare(
                    x: Double($0.x) * level.scale, y: Double($0.y) * level.scale,
                    side: Double(cascade.side) * level.scale)
            }
        }
        return FaceGroups.faces(squares)
    }

    /// The picture in smaller and smaller copies: squares are always of the same size, and so faces are not.
    private func levels(of image: GrayImage) -> [(scale: Double, scan: CascadeScan)] {
        var levels: [(scale: Double, scan: CascadeScan)] = []
        var scale = max(Double(max(image.width, image.height)) / Double(Self.side), 1)
        var base: GrayImage?
        while true {
            let size = (Int(Double(image.width) / scale), Int(Double(image.height) / scale))
            guard min(size.0, size.1) >= cascade.side else { return levels }
            let level = (base ?? image).resized(width: size.0, height: size.1)
            if base == nil { base = level }
            levels.append((scale, CascadeScan(level, cascade)))
            scale *= Self.growth
        }
    }

    private static func grid(_ scan: CascadeScan) -> [CascadeScan.Corner] {
        stride(from: 0, to: scan.down, by: coarse).flatMap { y in
            stride(from: 0, to: scan.across, by: coarse).map { CascadeScan.Corner(x: $0, y: y) }
        }
    }

    /// Squares of another level around the same middle.
    private func around(_ corner: CascadeScan.Corner, _ ratio: Double) -> [CascadeScan.Corner] {
        let half = Double(cascade.side) / 2
        let (x, y) = (Int((Double(corner.x) + half) * ratio - half), Int((Double(corner.y) + half) * ratio - half))
        let steps = stride(from: -Self.reach, through: Self.reach, by: Self.fine)
        return steps.flatMap { down in
            // On one grid, so that no square is counted twice.
            steps.map { CascadeScan.Corner(x: (x + $0) / Self.fine * Self.fine, y: (y + down) / Self.fine * Self.fine) }
        }
    }
}
