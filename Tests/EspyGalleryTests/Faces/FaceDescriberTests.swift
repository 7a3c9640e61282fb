import Espy
import EspyInference
import EspyPixels
import Foundation
import Synchronization
import Testing

/// A network that remembers what it was shown.
private final class Shown: Sendable {
    static let entry = ModelEntry(
        id: "shown", task: .faceDescriber, file: "shown.onnx", sha256: String(repeating: "b", count: 64),
        license: "MIT", description: "", input: .tensors, output: ModelOutput(kind: .faceVectors, columns: 128))

    let inputs = Mutex<[[Float]]>([])
    private let columns: Int

    init(columns: Int = 128) { self.columns = columns }

    var describer: FaceDescriber {
        FaceDescriber(
            OpenModel(entry: Self.entry) { [self] (shapes, fill, take) throws(InferenceError) in
                #expect(shapes == [[2, 3, 150, 150]])
                var input = [Float](repeating: -1, count: 2 * 3 * 150 * 150)
                input.withUnsafeMutableBufferPointer { fill(0, $0) }
                inputs.withLock { $0.append(input) }
                let values = (0..<2 * columns).map { Float($0 % columns) - 50 }
                values.withUnsafeBufferPointer { take([[2, columns]], [$0]) }
                return true
            })
    }
}

struct FaceDescriberTests {
    /// The places of the eyes, the nose and the mouth in the network's input.
    private static let places = [
        Point(x: 49, y: 47.7), Point(x: 101, y: 47.7), Point(x: 75, y: 79), Point(x: 75, y: 104.6),
    ]

    /// A face whose points are the places after a turn and a scale, on a picture with a white dot on each.
    private static func face(turn: Double, scale: Double) -> (FoundFace, RGBImage) {
        let points = places.map { place in
            (place - Point(x: 75, y: 75)).rotated(byDegrees: turn, around: Point(x: 0, y: 0)) * scale
                + Point(x: 200, y: 150)
        }
        var image = RGBImage(width: 400, height: 300, red: 0, green: 0, blue: 0)
        for point in points {
            for y in Int(point.y) - 3..<Int(point.y) + 3 {
                for x in Int(point.x) - 3..<Int(point.x) + 3 {
                    image.pixels.replaceSubrange((y * 400 + x) * 3..<(y * 400 + x) * 3 + 3, with: [255, 255, 255])
                }
            }
        }
        let ears = [Point(x: 0, y: 0), Point(x: 0, y: 0)]
        let box = Rect(x: 150, y: 100, width: 100 * scale, height: 100 * scale)
        return (FoundFace(box: box, points: points + ears, score: 0.9), image)
    }

    @Test(arguments: [(0.0, 1.0), (25, 1), (-40, 0.7), (170, 1.2), (5, 0.4)])
    func facesAreShownUpright(turn: Double, scale: Double) throws {
        let shown = Shown()
        let (face, image) = Self.face(turn: turn, scale: scale)
        _ = try shown.describer.descriptor(of: face, in: image)
        let input = try #require(shown.inputs.withLock { $0.first })
        func value(_ x: Int, _ y: Int, _ copy: Int) -> Float { input[copy * 3 * 22_500 + y * 150 + x] }
        for place in Self.places {
            let (x, y) = (Int(place.x), Int(place.y))
            #expect(value(x, y, 0) > 150, "\(place)")
            // The second one is its mirror image.
            #expect(value(149 - x, y, 1) == value(x, y, 0))
        }
        #expect(value(20, 20, 0) == 0)
        #expect(input.allSatisfy { (0...255).contains($0) })
    }

    @Test func descriptorsHaveLengthOne() throws {
        let (face, image) = Self.face(turn: 3, scale: 1)
        let found = try Shown().describer.descriptor(of: face, in: image)
        #expect(found.count == 128)
        #expect(abs(found.reduce(0) { $0 + $1 * $1 } - 1) < 1e-5)
    }

    @Test func blurredFacesHaveNone() throws {
        let shown = Shown()
        let (face, image) = Self.face(turn: 0, scale: 1)
        var blurred = image
        for y in 0..<300 {
            for x in 0..<400 {
                let light = face.points.prefix(4).reduce(0) { sum, point in
                    let away = point - Point(x: Double(x), y: Double(y))
                    return sum + 60 * exp(-away.dot(away) / 800)
                }
                let gray = UInt8(light)
                blurred.pixels.replaceSubrange((y * 400 + x) * 3..<(y * 400 + x) * 3 + 3, with: [gray, gray, gray])
            }
        }
        #expect(try shown.describer.descriptor(of: face, in: blurred).isEmpty)
        #expect(try !shown.describer.descriptor(of: face, in: image).isEmpty)
    }

    @Test func smallAndTurnedFacesHaveNone() throws {
        let shown = Shown()
        let (small, image) = Self.face(turn: 0, scale: 0.29)
        #expect(try shown.describer.descriptor(of: small, in: image).isEmpty)
        var (turned, _) = Self.face(turn: 0, scale: 1)
        // As seen from the side, where the nose points away from between the eyes.
        turned.points[2] = turned.points[2] + Point(x: 30, y: 0)
        #expect(try shown.describer.descriptor(of: turned, in: image).isEmpty)
        var (nowhere, _) = Self.face(turn: 0, scale: 1)
        nowhere.points = Array(repeating: Point(x: 5, y: 5), count: 6)
        #expect(try shown.describer.descriptor(of: nowhere, in: image).isEmpty)
        #expect(shown.inputs.withLock { $0.isEmpty })
    }

    @Test func answersOfAnotherLengthAreRefused() throws {
        let (face, image) = Self.face(turn: 0, scale: 1)
        #expect(throws: InferenceError.wrongShape(id: "shown", expected: "two vectors of 128", found: "others")) {
            try Shown(columns: 64).describer.descriptor(of: face, in: image)
        }
    }
}
