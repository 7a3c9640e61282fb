import EspyNetworks
import EspySamples
import Foundation
import Testing

/// The build for browsers, run by Node, gives the numbers of the native one: `make wasm` builds it.
@Suite(.enabled(if: Node.isThere))
struct BrowserTests {
    /// A network with inputs, and the shapes of its outputs.
    private struct Trial {
        let network: String
        let inputs: [Values]
        let outputs: [Values]
    }

    private static func noise(_ shape: [Int], upTo most: Double = 255) -> Values {
        var random = SampleRandom(seed: 5)
        return Values(shape: shape) { numbers in
            for index in 0..<shape.reduce(1, *) { numbers[index] = Float(random.unit() * most) }
        }
    }

    private func trial(_ network: String, _ inputs: [Values]) throws -> Trial {
        let file = try Data(contentsOf: Node.models.appendingPathComponent("\(network).onnx"))
        let outputs = try file.withUnsafeBytes { try Network(parsing: $0) }.run(inputs)
        return Trial(network: network, inputs: inputs, outputs: outputs)
    }

    private func trials() throws -> [Trial] {
        let stem = try trial("espy-seeker-stem", [Self.noise([1, 3, 160, 224])])
        let context = try trial("espy-seeker-context", [stem.outputs[1]])
        let maps = try trial("espy-seeker-maps", [stem.outputs[0]] + context.outputs)
        let boxes = Values(shape: [2, 4]) { numbers in
            for (index, side) in [2, 3, 30, 40, 10.5, 8, 50, 60].enumerated() { numbers[index] = Float(side) }
        }
        let example = try trial("espy-seeker-example", maps.outputs + [boxes])
        return [
            stem, context, maps, example, try trial("espy-seeker-find", maps.outputs + example.outputs),
            try trial("espy-seeker-propose", maps.outputs), try trial("espy-seeker-describe", maps.outputs + [boxes]),
            try trial("espy-detector", [Self.noise([1, 3, 640, 640])]),
            try trial("espy-embedder", [Self.noise([3, 3, 64, 64])]),
            try trial("espy-outliner", [Self.noise([2, 4, 64, 64], upTo: 1)]),
        ]
    }

    @Test func numbersAreThoseOfTheNativeBuild() throws {
        let node = try Node()
        for trial in try trials() {
            let found = try node.run(trial.network, trial.inputs)
            #expect(found.count == trial.outputs.count)
            for (found, wanted) in zip(found, trial.outputs) {
                #expect(found.shape == wanted.shape)
                var (difference, length): (Double, Double) = (0, 0)
                for (one, other) in zip(found.numbers, wanted.numbers) {
                    difference += Double((one - other) * (one - other))
                    length += Double(other * other)
                }
                // Only the logarithm comes from different libraries.
                #expect(difference.squareRoot() <= 1e-6 * length.squareRoot(), "\(trial.network)")
            }
        }
    }

    @Test func networksRunAgainAfterTheirMemoryWasReleased() throws {
        let node = try Node()
        let crops = Self.noise([1, 3, 64, 64])
        let before = try node.run("espy-embedder", [crops])[0].numbers
        #expect(try node.ask(["close": true]).bytes == 0)
        #expect(try node.run("espy-embedder", [crops])[0].numbers == before)
    }

    @Test func failuresHaveNumbers() throws {
        let node = try Node()
        #expect(try node.ask(["network": "nothing", "inputs": [], "outputs": ""]).count == -1)
        #expect(try node.ask(["network": "espy-embedder", "inputs": [], "outputs": ""]).count == -2)
    }
}

/// A process of Node that runs networks: Benchmarks/wasmbench/networks.mjs.
private final class Node {
    struct Answer: Decodable {
        struct Output: Decodable {
            let shape: [Int]
            let file: String
        }

        var count: Int?
        var outputs: [Output]?
        var bytes: Int?
    }

    private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
    static let models = root.appendingPathComponent("models")
    private static let module = root.appendingPathComponent(".build/wasm/networks.wasm")
    private static let program = ["/usr/bin/node", "/usr/local/bin/node"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static var isThere: Bool { program != nil && FileManager.default.fileExists(atPath: module.path) }

    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("espy-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process.executableURL = URL(fileURLWithPath: try #require(Self.program))
        process.arguments = [
            Self.root.appendingPathComponent("Benchmarks/wasmbench/networks.mjs").path, Self.module.path,
            Self.root.appendingPathComponent("web/workers/networks.js").path, Self.models.path,
        ]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    func run(_ network: String, _ inputs: [Values]) throws -> [(shape: [Int], numbers: [Float])] {
        let given = try inputs.enumerated().map { index, values in
            let file = folder.appendingPathComponent("\(index).input")
            try values.numbers.withUnsafeBytes { Data($0) }.write(to: file)
            return ["shape": values.shape, "file": file.path] as [String: Any]
        }
        let answer = try ask(["network": network, "inputs": given, "outputs": folder.path])
        return try (answer.outputs ?? []).map { output in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: output.file))
            return (output.shape, bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) })
        }
    }

    func ask(_ question: [String: Any]) throws -> Answer {
        try input.fileHandleForWriting.write(
            contentsOf: JSONSerialization.data(withJSONObject: question) + Data("\n".utf8))
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "Node ended")
            line += more
        }
        return try JSONDecoder().decode(Answer.self, from: line)
    }
}
