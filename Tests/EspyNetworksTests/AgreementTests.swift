import EspyCodecs
import EspyInference
import EspyNetworks
import EspyPixels
import EspySamples
import Foundation
import Testing

/// All networks for counting give the numbers that OpenVINO gives.
@Suite(.enabled(if: InferenceRuntime().path != nil))
struct AgreementTests {
    static let models = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../models").standardized
    private let loader: ModelLoader
    private let photo: Tensor

    init() throws {
        loader = ModelLoader(library: try ModelLibrary(folders: [Self.models.path]), precision: .f32)
        let sample = Self.models.appendingPathComponent("../Tests/Samples/count/coins.jpg").standardized
        let image = try ImageDecoder().decode(Array(try Data(contentsOf: sample)))
        let plane = image.width * image.height
        photo = Tensor(
            shape: [1, 3, image.height, image.width],
            values: (0..<(3 * plane)).map { Float(image.pixels[$0 % plane * 3 + $0 / plane]) })
    }

    /// A part of the photo.
    private func part(_ height: Int, _ width: Int) -> Tensor {
        let (rows, columns) = (photo.shape[2], photo.shape[3])
        var values: [Float] = []
        for channel in 0..<3 {
            for row in 0..<height {
                for column in 0..<width {
                    values.append(photo.values[(channel * rows + row % rows) * columns + column % columns])
                }
            }
        }
        return Tensor(shape: [1, 3, height, width], values: values)
    }

    private static func noise(_ shape: [Int], upTo most: Double, seed: UInt64) -> Tensor {
        var random = SampleRandom(seed: seed)
        return Tensor(shape: shape, values: (0..<shape.reduce(1, *)).map { _ in Float(random.unit() * most) })
    }

    /// Runs a network, and expects the numbers of the other runtime.
    private func agreed(_ id: String, _ inputs: [Tensor], _ wanted: [Tensor]) throws -> [Tensor] {
        let file = try Data(contentsOf: Self.models.appendingPathComponent("\(id).onnx"))
        let network = try file.withUnsafeBytes { try Network(parsing: $0) }
        let found = try network.run(
            inputs.map { input in
                Values(shape: input.shape) { numbers in
                    for (index, value) in input.values.enumerated() { numbers[index] = value }
                }
            })
        try #require(found.map(\.shape) == wanted.map(\.shape), "\(id)")
        for (found, wanted) in zip(found, wanted) {
            let numbers = found.numbers
            var (difference, length): (Double, Double) = (0, 0)
            for (one, other) in zip(numbers, wanted.values) {
                difference += Double((one - other) * (one - other))
                length += Double(other * other)
            }
            // 32 bits have seven digits; the order of sums differs.
            #expect(difference.squareRoot() < 2e-5 * length.squareRoot(), "\(id) \(wanted.shape)")
        }
        return wanted
    }

    private func open(_ name: String, _ task: ModelEntry.Task, _ inputs: [Tensor]) throws -> [Tensor] {
        let id = "espy-\(name)"
        let answer = try loader.loadOpen(id, task: task).run(inputs)
        return try agreed(id, inputs, try #require(answer))
    }

    private func closed(_ id: String, _ input: Tensor) async throws {
        _ = try agreed(id, [input], try await loader.load(id).run(input))
    }

    @Test func theDetectorAgrees() async throws {
        try await closed("espy-detector", part(640, 640))
        try await closed("espy-detector", Self.noise([1, 3, 640, 640], upTo: 255, seed: 1))
    }

    @Test(arguments: [1, 7]) func theEmbedderAgrees(count: Int) async throws {
        try await closed("espy-embedder", Self.noise([count, 3, 64, 64], upTo: 255, seed: 2))
    }

    @Test(arguments: [1, 5]) func theOutlinerAgrees(count: Int) throws {
        _ = try open("outliner", .outliner, [Self.noise([count, 4, 64, 64], upTo: 1, seed: 3)])
    }

    @Test(arguments: [(480, 640), (352, 288), (64, 96)])
    func theSeekerAgrees(height: Int, width: Int) throws {
        let features = try open("seeker-stem", .seekerStem, [part(height, width)])
        let wide = try open("seeker-context", .seekerContext, [features[1]])
        let maps = try open("seeker-maps", .seekerMaps, [features[0]] + wide)[0]
        _ = try open("seeker-propose", .seekerPropose, [maps])
        let boxes = Tensor(
            shape: [3, 4], values: [2, 3, 30, 40, 10.5, 8, 50, 60, 1, 1, 90, 60].map { Float($0) })
        let example = try open("seeker-example", .seekerExample, [maps, boxes])
        _ = try open("seeker-find", .seekerFind, [maps] + example)
        _ = try open("seeker-describe", .seekerDescribe, [maps, boxes])
    }
}
