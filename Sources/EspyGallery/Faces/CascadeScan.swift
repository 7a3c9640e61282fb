import EspyPixels

/// One picture with sums over all its rectangles, looked at by a cascade square by square.
struct CascadeScan {
    private let cascade: FaceCascade
    private let width: Int
    private let height: Int
    /// By pixel, one more of each side: the sum of all pixels to the left and above, and of their squares. They may
    /// overflow: what counts are differences, which are small.
    private let sums: [UInt32]
    private let squares: [UInt32]
    private let nodes: [PlacedNode]

    /// Squares with less contrast than this, as a standard deviation, hold nothing.
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

    /// How many squares there are beside each other, and above each other.
    var across: Int { width - cascade.side + 1 }
    var down: Int { height - cascade.side + 1 }

    /// Those squares that look like a face.
    ///
    /// - Parameter corners: of squares within the picture.
    func hits(_ corners: [Corner]) -> [Corner] {
        // Millions of sums a photo are added up here. No index can be outside: the cascade was checked when it was read,
        // and its rectangles are within a square.
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

    /// What makes the features of a square independent of its light; nil where there is too little to see. As OpenCV
    /// does it, the outermost pixels do not count.
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
    /// Without weight where the feature has two.
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

/// Where the corners of a rectangle are, from the corner of a square on.
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

/// Goes through the stages with one square.
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
            // As much below as OpenCV takes for the same.
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
