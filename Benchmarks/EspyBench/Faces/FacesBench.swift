import Espy
import Foundation

/// Finds and describes the faces on each photo.
struct FacesBench: Bench {
    private let analyzer: PhotoAnalyzer

    init(_ arguments: inout Arguments) throws {
        guard let models = try arguments.value(of: "--models") else { throw UsageError() }
        let loader = ModelLoader(library: try ModelLibrary(folders: [models]), use: .singles(callers: 1))
        analyzer = try PhotoAnalyzer(
            faces: FaceDetector(loader.loadOpen("mediapipe-faces", task: .faceDetector)),
            people: FaceDescriber(loader.loadOpen("dlib-faces", task: .faceDescriber)))
    }

    struct Line: Encodable {
        var file: String
        var error: String?
        var width: Int?
        var faces: [Face]?
        var ms: Double?

        struct Face: Encodable {
            let x, y, width, height: Int
            let descriptor: [Float]
        }
    }

    func line(for file: String) async -> Line {
        var line = Line(file: file)
        do {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
            let start = ContinuousClock.now
            let photo = try PhotoDescription(bytes, by: analyzer)
            line.ms = start.duration(to: .now) / .milliseconds(1)
            line.width = photo.width
            line.faces = photo.analysis.faces?.map {
                Line.Face(x: $0.x, y: $0.y, width: $0.width, height: $0.height, descriptor: $0.descriptor)
            }
        } catch {
            line.error = "\(error)"
        }
        return line
    }
}
