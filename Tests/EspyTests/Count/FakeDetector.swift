import Espy
import EspyImage

/// Finds the same boxes in every picture.
struct FakeDetector: ObjectDetector {
    let id = "fake"
    let inputSide = 640
    var rects: [Rect]
    /// Waits until it is cancelled.
    var isStuck = false

    func candidates(in image: RGBImage, minimumScore: Double) async throws(CountError) -> [Candidate] {
        while isStuck {
            do { try await Task.sleep(for: .milliseconds(5)) } catch { throw .cancelled }
        }
        return rects.map { Candidate(rect: $0, objectness: 0.9) }
    }
}
