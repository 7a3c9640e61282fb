public import EspyInference
package import EspyPixels

/// Describes faces so that those of the same person are similar, with dlib's network (D. King, 2017).
///
/// The network's vectors of all faces have much in common, which says nothing about a person. Their mean is subtracted.
public struct FaceDescriber: Sendable {
    private let model: OpenModel

    /// - Parameter model: loaded by ``ModelLoader/loadOpen(_:task:file:)`` for the task `faceDescriber`.
    public init(_ model: OpenModel) { self.model = model }

    /// Changes when results change.
    var version: String { "people-1 \(model.entry.version)" }

    /// Side of the network's input in pixels.
    private static let side = 150
    /// Where the eyes, the nose and the mouth lie in it: the mean of faces that dlib itself placed by its landmarks.
    private static let places = [
        Point(x: 49, y: 47.7), Point(x: 101, y: 47.7), Point(x: 75, y: 79), Point(x: 75, y: 104.6),
    ]
    /// The mean distance of a face's points from those places in pixels: in faces from the side it is larger.
    private static let mostTurned = 3.5
    /// A narrower face, in pixels of the photo as it is analyzed, has lost what distinguishes it.
    private static let leastWidth = 30.0
    /// The same for a blurred one: the spread of its Laplacian, as a share of that of its pixels.
    private static let leastDetail = 0.065

    /// - Parameter image: in which the face was found.
    /// - Returns: of length 1; empty for faces that are too small, blurred or turned away.
    package func descriptor(of face: FoundFace, in image: RGBImage) throws(InferenceError) -> [Float] {
        guard face.box.width >= Self.leastWidth, let upright = Self.upright(face, in: image) else { return [] }
        let side = Self.side
        let answer = try model.run([[2, 3, side, side]]) { _, numbers in
            Self.fill(numbers, with: upright)
        } take: { shapes, answers in
            shapes == [[2, Self.mean.count]] ? Array(answers[0]) : []
        }
        guard let answer else { return [] }
        guard answer.count == 2 * Self.mean.count else {
            throw .wrongShape(id: model.entry.id, expected: "two vectors of \(Self.mean.count)", found: "others")
        }
        let both = Self.mean.indices.map { answer[$0] + answer[Self.mean.count + $0] }
        return Self.unit(zip(Self.unit(both), Self.mean).map { $0 - $1 })
    }

    /// The face with its eyes level, at the size that the network knows.
    private static func upright(_ face: FoundFace, in image: RGBImage) -> RGBImage? {
        guard let (quad, distance) = square(around: Array(face.points.prefix(places.count))), distance < mostTurned,
            let upright = image.rectified(quad, width: side, height: side, background: .black),
            detail(of: upright.gray) >= leastDetail
        else { return nil }
        return upright
    }

    private static func detail(of face: GrayImage) -> Double {
        let inner = side * 2 / 15..<side * 13 / 15
        var edges = Spread()
        var pixels = Spread()
        for row in inner {
            for column in inner {
                let place = row * side + column
                func pixel(_ offset: Int) -> Double { Double(face.pixels[place + offset]) }
                pixels.add(pixel(0))
                edges.add(4 * pixel(0) - pixel(-1) - pixel(1) - pixel(-side) - pixel(side))
            }
        }
        return edges.deviation / max(pixels.deviation, 1)
    }

    /// The square whose turn, size and place bring the points closest to ``places``, and their mean distance from
    /// those in each direction.
    private static func square(around points: [Point]) -> (quad: Quad, distance: Double)? {
        let count = Double(places.count)
        let from = places.reduce(Point(x: 0, y: 0), +) * (1 / count)
        let to = points.reduce(Point(x: 0, y: 0), +) * (1 / count)
        let pairs = zip(places, points).map { ($0 - from, $1 - to) }
        // The least squares of a turn and a scale from the points to the places, and back.
        let size = pairs.reduce(0) { $0 + $1.1.dot($1.1) }
        let along = pairs.reduce(0) { $0 + $1.1.dot($1.0) } / size
        let across = pairs.reduce(0) { $0 + $1.1.cross($1.0) } / size
        let scale = along * along + across * across
        guard scale.isFinite, scale > 0 else { return nil }
        let distance = pairs.reduce(0) { sum, pair in
            let (place, point) = pair
            let moved = Point(x: along * point.x - across * point.y, y: across * point.x + along * point.y)
            return sum + abs(moved.x - place.x) + abs(moved.y - place.y)
        }
        let quad = Quad(Rect(x: 0, y: 0, width: Double(side), height: Double(side))).map { corner in
            let away = corner - from
            return Point(
                x: to.x + (along * away.x + across * away.y) / scale,
                y: to.y + (along * away.y - across * away.x) / scale)
        }
        return (quad, distance / (2 * count))
    }

    /// The face and its mirror image, whose vectors differ little: their mean depends less on the light.
    private static func fill(_ numbers: UnsafeMutableBufferPointer<Float>, with face: RGBImage) {
        let plane = side * side
        for row in 0..<side {
            for column in 0..<side {
                for color in 0..<3 {
                    let value = Float(face.pixels[(row * side + column) * 3 + color])
                    numbers[color * plane + row * side + column] = value
                    numbers[(3 + color) * plane + row * side + side - 1 - column] = value
                }
            }
        }
    }

    /// The standard deviation of numbers.
    private struct Spread {
        private var (count, sum, squares) = (0.0, 0.0, 0.0)

        mutating func add(_ number: Double) {
            (count, sum, squares) = (count + 1, sum + number, squares + number * number)
        }

        var deviation: Double { max(squares / count - sum * sum / (count * count), 0).squareRoot() }
    }

    private static func unit(_ vector: [Float]) -> [Float] {
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? vector.map { $0 / length } : vector
    }

    /// Measured on 42 faces; see `docs/decisions/0069-people.md`.
    private static let mean: [Float] = [
        -0.0638, 0.0447, 0.0414, -0.0556, -0.0825, -0.0108, -0.0149, -0.0641, 0.0993, -0.0716, 0.1326, -0.0372,
        -0.1633, -0.0155, -0.0054, 0.1110, -0.1059, -0.0930, -0.0692, -0.0352, 0.0086, 0.0371, 0.0022, 0.0376,
        -0.0928, -0.2246, -0.0598, -0.0554, 0.0137, -0.0420, 0.0001, 0.0502, -0.1041, -0.0159, 0.0280, 0.0524,
        -0.0403, -0.0637, 0.1360, 0.0056, -0.1482, -0.0062, 0.0460, 0.1771, 0.1316, -0.0063, 0.0260, -0.0482, 0.0925,
        -0.1839, 0.0307, 0.0914, 0.0645, 0.0535, 0.0563, -0.1006, 0.0267, 0.1073, -0.1404, 0.0416, 0.0459, -0.0612,
        -0.0097, -0.0419, 0.1342, 0.0698, -0.0811, -0.1062, 0.1154, -0.1108, -0.0402, 0.0519, -0.0894, -0.1252,
        -0.1975, 0.0121, 0.2601, 0.0985, -0.1141, 0.0160, -0.0278, -0.0145, 0.0404, 0.0621, -0.0345, -0.0244,
        -0.0599, 0.0192, 0.1536, -0.0271, -0.0080, 0.1629, 0.0142, -0.0028, 0.0173, 0.0364, -0.0659, -0.0050,
        -0.0770, 0.0101, 0.0151, -0.0567, 0.0029, 0.0759, -0.1237, 0.1273, -0.0144, -0.0071, -0.0173, -0.0077,
        -0.0587, -0.0138, 0.1121, -0.1652, 0.1173, 0.1173, 0.0204, 0.0905, 0.0333, 0.0401, -0.0039, -0.0192, -0.1148,
        -0.0522, 0.0395, -0.0255, 0.0187, 0.0323,
    ]
}
