import Espy
import EspyInference
import EspyPixels
import Foundation
import Testing

/// The steps compared with NumPy, OpenCV and scikit-learn, whose results `Tests/Parity/make-fixtures.py` stored.
struct ParityTests {
    private static let thresholds = [0.3, 0.45, 0.5, 0.65]
    private static let similarities = [0.5, 0.75, 0.8, 0.9]
    private static let limits = [0.5, 1.0, 2.0, 3.0]

    /// Runs all stored cases of a step, and returns those whose result differs.
    private func compare(_ name: String, step: Int, _ answer: (inout ParityRandom, Int) async -> [Int]) async throws {
        let file = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../Parity/fixtures/\(name).txt").standardized
        let digests = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(digests.count == 1_000)
        var wrong: [Int] = []
        for (index, digest) in digests.enumerated() {
            var random = ParityRandom(seed: step * 1_000_000 + index)
            if await parityDigest(answer(&random, index)) != digest { wrong.append(index) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func suppressionEqualsNumPy() async throws {
        try await compare("nms", step: 0) { random, index in
            let count = random.below(60)
            let boxes = random.boxes(count, exact: index % 3 == 0)
            let scores = random.scores(count, exact: index % 3 == 0)
            let threshold = Self.thresholds[random.below(4)]
            return nonMaximumSuppression(boxes: boxes, scores: scores, threshold: threshold)
        }
    }

    private func compareFilter(_ name: String, step: Int, _ filter: ([Rect], Double) -> [Int]) async throws {
        try await compare(name, step: step) { random, index in
            let count = random.below(40)
            var boxes = random.boxes(count, exact: index % 3 == 0)
            if index % 10 == 9, count > 0 { boxes = Array(repeating: boxes[0], count: count) }
            return filter(boxes, Self.limits[random.below(4)])
        }
    }

    @Test func sizeFilterEqualsNumPy() async throws {
        try await compareFilter("size", step: 1) { OutlierFilters.size($0, limit: $1) }
    }

    @Test func aspectFilterEqualsNumPy() async throws {
        try await compareFilter("aspect", step: 2) { OutlierFilters.aspect($0, limit: $1) }
    }

    @Test func areaFilterEqualsNumPy() async throws {
        try await compareFilter("area", step: 3) { OutlierFilters.area($0.map(\.area), limit: $1) }
    }

    @Test func cropsEqualThoseOfPython() async throws {
        try await compare("crop", step: 4) { random, index in
            let boxes = random.boxes(random.below(12), exact: index % 3 == 0)
            let (width, height) = (1 + random.below(420), 1 + random.below(420))
            return boxes.flatMap { box in
                let moved = Rect(x: box.x - 40, y: box.y - 40, width: box.width, height: box.height)
                guard let crop = PixelRect(truncating: moved, width: width, height: height) else { return [-1] }
                return [
                    crop.columns.lowerBound, crop.rows.lowerBound, crop.columns.upperBound, crop.rows.upperBound, -1,
                ]
            }
        }
    }

    @Test func labelsEqualThoseOfScikitLearn() async throws {
        try await compare("cluster", step: 5) { random, index in
            let vectors = random.vectors(2 + random.below(39), kind: index % 3)
            let similarity = Self.similarities[random.below(4)]
            return AgglomerativeClustering.labels(of: vectors, similarity: similarity) ?? []
        }
    }

    @Test func groupsEqualTheReference() async throws {
        try await compare("group", step: 6) { random, index in
            let count = 1 + random.below(40)
            let boxes = random.boxes(count, exact: index % 2 == 0)
            let kinds = 1 + random.below(4)
            let groups = ReferenceGroups(boxes: boxes, labels: (0..<count).map { _ in random.below(kinds) })
            guard let main = groups.main else { return [] }
            return groups.kept + [main, groups.labels.filter { $0 == main }.count]
        }
    }

    @Test func bilinearResizeEqualsOpenCV() async throws {
        try await compare("resize", step: 7) { random, index in
            var (width, height) = (1 + random.below(40), 1 + random.below(40))
            var pixels = random.bytes(width * height * 3)
            let size = (width: 1 + random.below(40), height: 1 + random.below(40))
            if index % 10 == 0 {
                (width, height) = (2 * size.width, 2 * size.height)
                pixels = random.bytes(width * height * 3)
            }
            let image = RGBImage(width: width, height: height, pixels: pixels)
            let part = PixelRect(width: width, height: height)
            return BilinearResize.resized(image, part: part, width: size.width, height: size.height).pixels.map(
                Int.init)
        }
    }
}
