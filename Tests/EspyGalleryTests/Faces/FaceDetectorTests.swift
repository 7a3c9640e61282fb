import Espy
import EspyCodecs
import EspyInference
import EspyPixels
import EspyTestSupport
import Foundation
import Testing

/// A network that takes a red square for a face. It sees squares that fill a tenth to two thirds of its input.
enum RedFaces {
    static let entry = ModelEntry(
        id: "red", task: .faceDetector, file: "red.tflite", sha256: String(repeating: "a", count: 64), license: "MIT",
        description: "", input: .tensors, output: ModelOutput(kind: .faces, columns: 16))
    static let side = 192

    /// - Parameter logit: of the face; and where it is seen, relative to where it is.
    static func detector(logit: Float = 3, cells: Int = 48) -> FaceDetector {
        FaceDetector(
            OpenModel(entry: entry) { (shapes, fill, take) throws(InferenceError) in
                #expect(shapes == [[1, side, side, 3]])
                var input = [Float](repeating: 9, count: side * side * 3)
                input.withUnsafeMutableBufferPointer { fill(0, $0) }
                #expect(input.allSatisfy { (-1...1).contains($0) })
                let (boxes, scores) = answer(input, logit, cells)
                boxes.withUnsafeBufferPointer { boxes in
                    scores.withUnsafeBufferPointer {
                        take([[1, cells * cells, 16], [1, cells * cells, 1]], [boxes, $0])
                    }
                }
                return true
            })
    }

    private static func answer(_ input: [Float], _ logit: Float, _ cells: Int) -> (boxes: [Float], scores: [Float]) {
        var boxes = [Float](repeating: 0, count: cells * cells * 16)
        var scores = [Float](repeating: -50, count: cells * cells)
        let red = (0..<side * side).filter { input[3 * $0] > 0.5 && input[3 * $0 + 1] < -0.5 }
        let (columns, rows) = (red.map { $0 % side }, red.map { $0 / side })
        guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max(),
            left > 0, top > 0, right < side - 1, bottom < side - 1, (19...128).contains(right - left)
        else { return (boxes, scores) }
        let (x, y) = (Float(left + right + 1) / 2, Float(top + bottom + 1) / 2)
        let (width, height) = (Float(right - left + 1), Float(bottom - top + 1))
        // Neighboring cells see the same face.
        for cell in [Int(y) / 4 * cells + Int(x) / 4, Int(y) / 4 * cells + Int(x) / 4 - 1] where cell < scores.count {
            let (centerX, centerY) = (Float(cell % cells * 4 + 2), Float(cell / cells * 4 + 2))
            let eyes: [(Float, Float)] = [(-0.2, -0.2), (0.2, -0.2), (0, 0.05), (0, 0.25), (-0.4, 0), (0.4, 0)]
            let points = eyes.flatMap { [x - centerX + $0.0 * width, y - centerY + $0.1 * height] }
            let row = [x - centerX, y - centerY, width, height] + points
            boxes.replaceSubrange(16 * cell..<16 * cell + 16, with: row)
            scores[cell] = logit
        }
        return (boxes, scores)
    }

    /// A gray picture with red squares.
    static func picture(_ width: Int, _ height: Int, _ squares: [(x: Int, y: Int, side: Int)]) -> RGBImage {
        var image = RGBImage(width: width, height: height, red: 120, green: 120, blue: 120)
        for square in squares {
            for y in square.y..<square.y + square.side {
                for x in square.x..<square.x + square.side {
                    let place = (y * width + x) * 3
                    image.pixels.replaceSubrange(place..<place + 3, with: [250, 10, 10])
                }
            }
        }
        return image
    }
}

struct FaceDetectorTests {
    private static func faces(in image: RGBImage, logit: Float = 3) throws -> [PhotoFace] {
        try #require(
            try PhotoAnalyzer(faces: RedFaces.detector(logit: logit)).analyze(image, metadata: PhotoMetadata()).faces)
    }

    /// Small ones are seen only in small squares, large ones only in the whole picture.
    @Test(arguments: [
        (640, 480, 25, 400, 300), (640, 480, 60, 20, 10), (640, 480, 350, 150, 60), (480, 640, 40, 430, 590),
        (1200, 480, 50, 1100, 200), (200, 150, 50, 70, 60), (640, 160, 30, 300, 60),
    ])
    func facesOfAllSizesAreFoundWhereTheyAre(width: Int, height: Int, side: Int, x: Int, y: Int) throws {
        let found = try Self.faces(in: RedFaces.picture(width, height, [(x, y, side)]))
        #expect(found.count == 1, "\(found)")
        let face = try #require(found.first)
        let tolerance = max(3, side / 12)
        #expect(abs(face.x - x) <= tolerance && abs(face.y - y) <= tolerance, "\(face)")
        #expect(abs(face.width - side) <= 2 * tolerance && abs(face.height - side) <= 2 * tolerance, "\(face)")
        #expect(face.descriptor.isEmpty)
    }

    @Test func severalFacesAreListedLargestFirst() throws {
        let picture = RedFaces.picture(640, 480, [(20, 20, 30), (580, 420, 40)])
        let found = try Self.faces(in: picture)
        #expect(found.map { $0.x < 320 } == [false, true], "\(found)")
        let analysis = try PhotoAnalyzer(faces: RedFaces.detector()).analyze(picture, metadata: PhotoMetadata())
        #expect(Set(analysis.tags.map(\.name)).isSuperset(of: ["person", "people"]))
    }

    @Test(arguments: [(1, 1), (3, 400), (8, 8), (64, 48), (640, 480)])
    func plainPicturesHaveNoFaces(width: Int, height: Int) throws {
        #expect(try Self.faces(in: RGBImage(width: width, height: height, red: 99, green: 99, blue: 99)).isEmpty)
    }

    @Test func unlikelyAndTinyOnesAreLeftOut() throws {
        let picture = RedFaces.picture(640, 480, [(300, 200, 80)])
        // Chances of 0.60 and 0.64.
        #expect(try Self.faces(in: picture, logit: 0.41).isEmpty)
        #expect(try Self.faces(in: picture, logit: 0.58).count == 1)
        #expect(try Self.faces(in: RedFaces.picture(60, 60, [(25, 25, 10)])).isEmpty)
    }

    @Test func whatIsSeenTwiceIsOneFace() {
        func face(_ x: Double, _ score: Double, side: Double = 100) -> FoundFace {
            FoundFace(box: Rect(x: x, y: 0, width: side, height: side), points: [Point(x: x, y: 0)], score: score)
        }
        // Two of the same, one inside a better one, one apart.
        let merged = FoundFace.merged([face(10, 0.5), face(0, 0.75), face(60, 0.4, side: 30), face(300, 0.6)])
        #expect(merged.map(\.score) == [0.75, 0.6])
        #expect(merged[0].box.x == 4)
        #expect(merged[0].points[0].x == 4)
        #expect(merged[1].box.x == 300)
        #expect(FoundFace.merged([]).isEmpty)
    }

    @Test func answersOfAnotherShapeAreRefused() throws {
        let expected = InferenceError.wrongShape(
            id: "red", expected: "1 x 2304 x 16, 1 x 2304 x 1", found: "1 x 4 x 16, 1 x 4 x 1")
        let small = RedFaces.detector(cells: 2)
        let picture = RGBImage(width: 20, height: 20, red: 9, green: 9, blue: 9)
        #expect(throws: GalleryError.inference(expected)) {
            try PhotoAnalyzer(faces: small).analyze(picture, metadata: PhotoMetadata())
        }
    }

    @Test func versionTellsWhoFoundFaces() throws {
        #expect(try PhotoAnalyzer(faces: RedFaces.detector()).version.contains("faces-2 red@aaaaaaaa"))
        #expect(try !PhotoAnalyzer().version.contains("faces"))
    }
}
