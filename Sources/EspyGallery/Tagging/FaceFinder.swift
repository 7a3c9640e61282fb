package import EspyPixels

/// Finds faces that look toward the camera.
public struct FaceFinder: Sendable {
    private let cascade: FaceCascade

    public init(_ cascade: FaceCascade) { self.cascade = cascade }

    /// Changes when results change.
    var version: String { "faces-1 \(cascade.digest)" }

    /// The tags of photos with this number of faces. Nearly all detections are faces; a cat may count as one, too.
    func tags(of count: Int) -> [PhotoTag] {
        func tag(_ name: String) -> PhotoTag {
            PhotoTag(name: name, category: .people, confidence: 0.95, source: "faces@\(cascade.digest)")
        }
        return count == 0 ? [] : [tag("person")] + (count > 1 ? [tag("people")] : [])
    }

    /// Long side of the analyzed photo, in pixels: faces must be at least a twentieth of it.
    static let side = 400
    /// The ratio between two face sizes.
    private static let growth = 1.15
    /// A face is detected in many squares next to each other and of nearly the same size; a chance match in few.
    static let leastHits = 14
    /// Pixels between squares in the first pass and around its matches, and the distance that counts as around.
    private static let (coarse, fine, reach) = (4, 1, 5)
    /// Patterns that match everywhere are not faces.
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

    /// The picture in smaller and smaller copies: the squares always have the same size, so larger faces are found in
    /// smaller copies.
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

    /// Squares of another level around the same center.
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

/// A square of a picture that looks like a face.
private struct FaceSquare {
    var x: Double
    var y: Double
    var side: Double

    /// Whether both show the same face: positions and sizes differ by at most a fifth of the smaller one.
    func isLike(_ other: FaceSquare) -> Bool {
        let most = 0.2 * min(side, other.side)
        return abs(x - other.x) <= most && abs(y - other.y) <= most
            && abs(x + side - other.x - other.side) <= most && abs(y + side - other.y - other.side) <= most
    }

    func holds(centerOf other: FaceSquare) -> Bool {
        let (middleX, middleY) = (other.x + other.side / 2, other.y + other.side / 2)
        return x...(x + side) ~= middleX && y...(y + side) ~= middleY
    }
}

/// Groups squares of the same face.
private enum FaceGroups {
    /// Maximum number of squares to group: patterns that match everywhere are not faces.
    private static let most = 2_000

    static func faces(_ squares: [FaceSquare], least: Int = FaceFinder.leastHits) -> [PhotoFace] {
        var found: [(mean: FaceSquare, count: Int)] = []
        for group in groups(Array(squares.prefix(most))) where group.count >= least {
            let count = Double(group.count)
            found.append(
                (
                    FaceSquare(
                        x: group.reduce(0) { $0 + $1.x } / count, y: group.reduce(0) { $0 + $1.y } / count,
                        side: group.reduce(0) { $0 + $1.side } / count), group.count
                ))
        }
        // Of two at the same place, the one with more matches wins.
        found.sort { ($0.count, $0.mean.side) > ($1.count, $1.mean.side) }
        var kept: [FaceSquare] = []
        for next in found
        where !kept.contains(where: { $0.holds(centerOf: next.mean) || next.mean.holds(centerOf: $0) }) {
            kept.append(next.mean)
        }
        return kept.sorted { ($0.side, $1.x) > ($1.side, $0.x) }.map(PhotoFace.init)
    }

    /// Groups of squares that are similar, directly or through others.
    private static func groups(_ squares: [FaceSquare]) -> [[FaceSquare]] {
        var groups: [[FaceSquare]] = []
        for square in squares {
            let near = groups.indices.filter { groups[$0].contains { $0.isLike(square) } }
            guard let first = near.first else {
                groups.append([square])
                continue
            }
            groups[first].append(square)
            for other in near.dropFirst().reversed() { groups[first] += groups.remove(at: other) }
        }
        return groups
    }
}

extension PhotoFace {
    fileprivate init(_ square: FaceSquare) {
        let side = Int(square.side.rounded())
        self.init(x: Int(square.x.rounded()), y: Int(square.y.rounded()), width: side, height: side)
    }
}

/// A picture with its integral images, scanned square by square.
private struct CascadeScan {
    private let cascade: FaceCascade
    private let width: Int
    private let height: Int
    /// By pixel, with an extra row and column: the sums of all pixels to the left and above, and of their squares. They
    /// may overflow: only differences matter, which are small.
    private let sums: [UInt32]
    private let squares: [UInt32]
    private let nodes: [PlacedNode]

    /// Squares with less contrast, as a standard deviation, contain no face.
    private static let leastContrast: Float = 8

    init(_ image: GrayImage, _ cascade: FaceCascade) {
        self.cascade = cascade
        (width, height) = (image.width, image.height)
        let stride = image.width + 1
        (sums, squares) = Self.sums(image, stride)
        nodes = cascade.nodes.map { PlacedNode($0, cascade.features[$0.feature], stride) }
    }

    private static func sums(_ image: GrayImage, _ stride: Int) -> (sums: [UInt32], squares: [UInt32]) {
        var sums = [UInt32](repeating: 0, count: stride * (image.height + 1))
        var squares = sums
        for y in 0..<image.height {
            var (row, rowSquares): (UInt32, UInt32) = (0, 0)
            let place = (y + 1) * stride
            for x in 0..<image.width {
                let value = UInt32(image.pixels[y * image.width + x])
                row &+= value
                rowSquares &+= value &* value
                sums[place + x + 1] = sums[place + x + 1 - stride] &+ row
                squares[place + x + 1] = squares[place + x + 1 - stride] &+ rowSquares
            }
        }
        return (sums, squares)
    }

    /// The number of squares in a row, and in a column.
    var across: Int { width - cascade.side + 1 }
    var down: Int { height - cascade.side + 1 }

    /// The squares that look like a face.
    ///
    /// - Parameter corners: of squares inside the picture.
    func hits(_ corners: [Corner]) -> [Corner] {
        // Millions of sums per photo are computed here. No index can be out of bounds: the cascade was checked when it
        // was read, and its rectangles are inside a square.
        let inside = corners.filter { 0..<across ~= $0.x && 0..<down ~= $0.y }
        return sums.withUnsafeBufferPointer { sums in
            nodes.withUnsafeBufferPointer { nodes in
                cascade.trees.withUnsafeBufferPointer { trees in
                    cascade.leaves.withUnsafeBufferPointer { leaves in
                        let walk = CascadeWalk(stages: cascade.stages, trees: trees, nodes: nodes, leaves: leaves)
                        return inside.filter { corner in
                            let place = corner.y * (width + 1) + corner.x
                            return scale(at: place, sums).map { walk.isFace(place, $0, sums) } ?? false
                        }
                    }
                }
            }
        }
    }

    struct Corner: Hashable {
        let x: Int
        let y: Int
    }

    /// The factor that makes the features of a square independent of lighting; nil where there is too little contrast.
    /// As in OpenCV, the outermost pixels do not count.
    @inline(__always)
    private func scale(at place: Int, _ sums: UnsafeBufferPointer<UInt32>) -> Float? {
        let (stride, inner) = (width + 1, cascade.side - 2)
        let first = place + stride + 1
        let (right, bottom) = (first + inner, first + inner * stride)
        let sum = Double(sums[first] &- sums[right] &- sums[bottom] &+ sums[bottom + inner])
        let square = Double(squares[first] &- squares[right] &- squares[bottom] &+ squares[bottom + inner])
        let area = Double(inner * inner)
        let spread = area * square - sum * sum
        guard spread > 0 else { return nil }
        let deviation = Float(spread.squareRoot())
        return deviation < Self.leastContrast * Float(area) ? nil : 1 / deviation
    }
}

/// A node of a tree, with its feature placed in a picture of a certain width.
private struct PlacedNode {
    let first: PlacedBox
    let second: PlacedBox
    /// With zero weight if the feature has two rectangles.
    let third: PlacedBox
    let threshold: Float
    let left: Int32
    let right: Int32

    init(_ node: FaceCascade.Node, _ feature: FaceCascade.Feature, _ stride: Int) {
        func box(_ place: Int) -> PlacedBox {
            guard place < feature.rectangles.count else { return PlacedBox(a: 0, b: 0, c: 0, d: 0, weight: 0) }
            let box = feature.rectangles[place]
            let (top, bottom) = (box.y * stride + box.x, (box.y + box.height) * stride + box.x)
            return PlacedBox(
                a: Int32(top), b: Int32(top + box.width), c: Int32(bottom), d: Int32(bottom + box.width),
                weight: box.weight)
        }
        (first, second, third) = (box(0), box(1), box(2))
        (threshold, left, right) = (node.threshold, Int32(node.left), Int32(node.right))
    }
}

/// The offsets of a rectangle's corners from the corner of a square.
private struct PlacedBox {
    let a: Int32
    let b: Int32
    let c: Int32
    let d: Int32
    let weight: Float

    @inline(__always)
    func sum(_ place: Int, _ sums: UnsafeBufferPointer<UInt32>) -> Float {
        let sum = sums[place + Int(a)] &- sums[place + Int(b)] &- sums[place + Int(c)] &+ sums[place + Int(d)]
        return weight * Float(Int32(bitPattern: sum))
    }
}

/// Runs one square through the stages.
private struct CascadeWalk {
    let stages: [FaceCascade.Stage]
    let trees: UnsafeBufferPointer<FaceCascade.Tree>
    let nodes: UnsafeBufferPointer<PlacedNode>
    let leaves: UnsafeBufferPointer<Float>

    @inline(__always)
    func isFace(_ place: Int, _ scale: Float, _ sums: UnsafeBufferPointer<UInt32>) -> Bool {
        for stage in stages {
            var sum: Float = 0
            for number in stage.trees {
                let tree = trees[number]
                var next = 0
                repeat {
                    next = follow(tree.node + next, place, scale, sums)
                } while next > 0
                sum += leaves[tree.leaf - next]
            }
            // The same tolerance as OpenCV.
            if sum < stage.threshold - 1e-5 { return false }
        }
        return true
    }

    @inline(__always)
    private func follow(_ node: Int, _ place: Int, _ scale: Float, _ sums: UnsafeBufferPointer<UInt32>) -> Int {
        let node = nodes.baseAddress.unsafelyUnwrapped + node
        var value = node.pointee.first.sum(place, sums) + node.pointee.second.sum(place, sums)
        if node.pointee.third.weight != 0 { value += node.pointee.third.sum(place, sums) }
        return Int(value * scale < node.pointee.threshold ? node.pointee.left : node.pointee.right)
    }
}
