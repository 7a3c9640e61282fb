public import EspyInference
package import EspyPixels
import Foundation

/// Finds faces in photos with the network of MediaPipe for a full range of sizes (V. Bazarevsky et al., "BlazeFace",
/// 2019).
///
/// Small faces of a large photo are lost in the network's input. So the photo is searched as a whole and in overlapping
/// squares of half and a quarter of its length. Each place that looks like a face is looked at once more, upright and
/// from nearer.
public struct FaceDetector: Sendable {
    private let model: OpenModel

    /// Side of the network's input in pixels, and the distance between the centers of its cells.
    private static let (side, cell) = (192, 4)
    /// How many squares the photo's long side is divided into. Squares of a small photo have at least this many pixels.
    private static let divisions = (all: [1, 2, 4], leastPixels: 128)
    /// The least score of a cell, of a face in the first look, and of the mean of both looks.
    private static let least = (cell: 0.3, first: 0.45, mean: 0.62)
    /// Smaller faces are too often none. In pixels.
    private static let leastWidth = 12.0

    /// - Parameter model: loaded by ``ModelLoader/loadOpen(_:task:file:)`` for the task `faceDetector`.
    public init(_ model: OpenModel) { self.model = model }

    /// Changes when results change.
    var version: String { "faces-2 \(model.entry.version)" }

    /// The tags of photos with this number of faces. Nearly all detections are faces; a dog may count as one, too.
    func tags(of count: Int) -> [PhotoTag] {
        func tag(_ name: String) -> PhotoTag {
            PhotoTag(name: name, category: .people, confidence: 0.95, source: "faces@\(model.entry.version)")
        }
        return count == 0 ? [] : [tag("person")] + (count > 1 ? [tag("people")] : [])
    }

    /// - Parameter image: upright.
    /// - Returns: in pixels of the image, largest first; none where the calling task was canceled.
    package func faces(in image: RGBImage) throws(InferenceError) -> [FoundFace] {
        let longSide = max(image.width, image.height)
        var found: [FoundFace] = []
        for count in Self.divisions.all where count == 1 || longSide >= count * Self.divisions.leastPixels {
            found += try search(image, count)
        }
        var faces: [FoundFace] = []
        for var face in FoundFace.merged(found)
        where face.score >= Self.least.first && face.box.width >= Self.leastWidth {
            guard let near = try lookAgain(at: face, in: image) else { continue }
            // The closer look sees the points better.
            (face.points, face.score) = (near.points, (face.score + near.score) / 2)
            if face.score >= Self.least.mean { faces.append(face) }
        }
        return faces.sorted { ($0.box.width, $1.box.x) > ($1.box.width, $0.box.x) }
    }

    /// Searches overlapping squares, of which `count` have the length of the photo.
    private func search(_ image: RGBImage, _ count: Int) throws(InferenceError) -> [FoundFace] {
        let scale = Double(Self.side * count) / Double(max(image.width, image.height, 1))
        let level = image.resized(
            width: max(Int((Double(image.width) * scale).rounded()), 1),
            height: max(Int((Double(image.height) * scale).rounded()), 1))
        var found: [FoundFace] = []
        for top in Self.starts(level.height) {
            for left in Self.starts(level.width) {
                let seen = try look { Self.fill($0, with: level, left: left, top: top) }
                found += seen.map { face in
                    face.mapped(scaledBy: 1 / scale) {
                        Point(x: ($0.x + Double(left)) / scale, y: ($0.y + Double(top)) / scale)
                    }
                }
            }
        }
        return found
    }

    /// The first pixels of squares that overlap by at least a quarter. A shorter side is in the middle of one square.
    private static func starts(_ length: Int) -> [Int] {
        let room = length - side
        guard room > 0 else { return [room / 2] }
        let steps = (room * 4 + side * 3 - 1) / (side * 3)
        return (0...steps).map { room * $0 / steps }
    }

    /// Outside the picture everything is black.
    private static func fill(
        _ numbers: UnsafeMutableBufferPointer<Float>, with image: RGBImage, left: Int, top: Int
    ) {
        numbers.update(repeating: -1)
        let columns = max(left, 0)..<min(left + side, image.width)
        for row in max(top, 0)..<min(top + side, image.height) {
            let from = (row * image.width + columns.lowerBound) * 3
            let to = ((row - top) * side + columns.lowerBound - left) * 3
            for offset in 0..<columns.count * 3 {
                numbers[to + offset] = Float(image.pixels[from + offset]) / 127.5 - 1
            }
        }
    }

    /// Looks at a square around a face, in which its eyes are level and it fills a third.
    private func lookAgain(at face: FoundFace, in image: RGBImage) throws(InferenceError) -> FoundFace? {
        let side = 3 * max(face.box.width, face.box.height)
        let center = face.box.center
        let square = Quad(Rect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side))
            .rotated(byDegrees: face.angle, around: center)
        let frame = Quad(Rect(x: 0, y: 0, width: Double(Self.side), height: Double(Self.side)))
        guard let near = image.rectified(square, width: Self.side, height: Self.side, background: .black),
            let back = Homography(from: frame, to: square)
        else { return nil }
        let seen = try look { Self.fill($0, with: near, left: 0, top: 0) }
        let whole = Double(Self.side)
        let same = seen.filter { found in
            let away = found.box.center - frame.center
            return max(abs(away.x), abs(away.y)) < 0.12 * whole
                && (0.18 * whole..<0.62 * whole).contains(found.box.width)
        }
        return FoundFace.merged(same).first?.mapped(scaledBy: side / whole, back.apply)
    }

    /// Runs the network once.
    ///
    /// - Returns: what it saw, in pixels of its input.
    private func look(
        _ fill: (UnsafeMutableBufferPointer<Float>) -> Void
    ) throws(InferenceError) -> [FoundFace] {
        let logit = Float(log(Self.least.cell / (1 - Self.least.cell)))
        let cells = Self.side / Self.cell
        let expected = [[1, cells * cells, 16], [1, cells * cells, 1]]
        var found: [[Int]] = []
        let seen = try model.run([[1, Self.side, Self.side, 3]]) { _, numbers in
            fill(numbers)
        } take: { shapes, answers -> [FoundFace] in
            found = shapes
            guard shapes == expected else { return [] }
            return answers[1].indices.filter { answers[1][$0] > logit }.map { index in
                let center = Point(
                    x: Double(index % cells * Self.cell + Self.cell / 2),
                    y: Double(index / cells * Self.cell + Self.cell / 2))
                let row = answers[0][(16 * index)..<(16 * index + 16)].map(Double.init)
                return FoundFace(row, center: center, score: 1 / (1 + exp(-Double(answers[1][index]))))
            }
        }
        guard found.isEmpty || found == expected else {
            throw .wrongShape(
                id: model.entry.id, expected: expected.map(Tensor.text).joined(separator: ", "),
                found: found.map(Tensor.text).joined(separator: ", "))
        }
        return seen ?? []
    }
}

/// A face in a picture.
package struct FoundFace: Sendable, Equatable {
    /// From the brows to the chin.
    package var box: Rect
    /// The right and left eye, the tip of the nose, the middle of the mouth, the right and left ear. The right eye is the
    /// person's own, on the left in the picture.
    package var points: [Point]
    /// From 0 to 1.
    package var score: Double

    package init(box: Rect, points: [Point], score: Double) {
        (self.box, self.points, self.score) = (box, points, score)
    }

    /// - Parameter row: the center and size of the box and six points, relative to `center`.
    fileprivate init(_ row: [Double], center: Point, score: Double) {
        let (width, height) = (row[2], row[3])
        box = Rect(
            x: center.x + row[0] - width / 2, y: center.y + row[1] - height / 2, width: width, height: height)
        points = (2..<8).map { Point(x: center.x + row[2 * $0], y: center.y + row[2 * $0 + 1]) }
        self.score = score
    }

    /// How far the head leans to the person's left, in degrees clockwise.
    fileprivate var angle: Double {
        let eyes = points[1] - points[0]
        return atan2(eyes.y, eyes.x) * 180 / .pi
    }

    fileprivate func mapped(scaledBy scale: Double, _ map: (Point) -> Point) -> FoundFace {
        let (center, width, height) = (map(box.center), box.width * scale, box.height * scale)
        return FoundFace(
            box: Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height),
            points: points.map(map), score: score)
    }

    /// Joins what was seen of the same face, best first. Boxes and points are means, weighted by the scores.
    package static func merged(_ found: [FoundFace]) -> [FoundFace] {
        var groups: [(best: FoundFace, same: [FoundFace])] = []
        for face in found.sorted(by: { $0.score > $1.score }) {
            let near = groups.indices.first { index in
                let overlap = face.overlap(groups[index].best)
                return overlap.ofBoth > 0.3 || overlap.ofSmaller > 0.6
            }
            guard let near else {
                groups.append((face, [face]))
                continue
            }
            if face.overlap(groups[near].best).ofBoth > 0.3 { groups[near].same.append(face) }
        }
        return groups.map { mean($0.same, score: $0.best.score) }
    }

    private static func mean(_ faces: [FoundFace], score: Double) -> FoundFace {
        let sum = faces.reduce(0) { $0 + $1.score }
        func mean(_ value: (FoundFace) -> Double) -> Double { faces.reduce(0) { $0 + value($1) * $1.score } / sum }
        return FoundFace(
            box: Rect(
                x: mean(\.box.x), y: mean(\.box.y), width: mean(\.box.width), height: mean(\.box.height)),
            points: faces[0].points.indices.map { index in
                Point(x: mean { $0.points[index].x }, y: mean { $0.points[index].y })
            }, score: score)
    }

    /// The shared area, as a share of the area of both, and of the smaller one.
    private func overlap(_ other: FoundFace) -> (ofBoth: Double, ofSmaller: Double) {
        let shared = box.intersection(other.box)?.area ?? 0
        guard shared > 0 else { return (0, 0) }
        return (shared / (box.area + other.box.area - shared), shared / min(box.area, other.box.area))
    }
}

extension PhotoFace {
    /// - Parameter image: the size of the picture; nil for a box outside it.
    init?(_ face: FoundFace, in image: RGBImage, descriptor: [Float]) {
        let box = PixelRect(touching: face.box, width: image.width, height: image.height)
        guard let box else { return nil }
        self.init(
            x: box.columns.lowerBound, y: box.rows.lowerBound, width: box.width, height: box.height,
            descriptor: descriptor)
    }
}
