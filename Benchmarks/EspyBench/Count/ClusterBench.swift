import Espy
import Foundation

/// Clusters vectors.
struct ClusterBench: Bench {
    private let dimensions: Int

    init(_ arguments: inout Arguments) throws {
        guard let dimensions = Int(try arguments.required()), dimensions > 0 else { throw UsageError() }
        self.dimensions = dimensions
    }

    struct Line: Encodable {
        let file: String
        var ms: Double?
        var labels: [Int] = []
        var error: String?
    }

    func line(for file: String) async -> Line {
        do {
            let vectors = try vectors(in: file)
            let clock = ContinuousClock()
            let start = clock.now
            let labels = AgglomerativeClustering.labels(of: vectors, similarity: 0.8)
            return Line(file: file, ms: (clock.now - start).milliseconds, labels: labels ?? [])
        } catch {
            return Line(file: file, error: "\(error)")
        }
    }

    private func vectors(in file: String) throws -> [[Float]] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        let numbers = stride(from: 0, to: bytes.count / 4 * 4, by: 4).map { place in
            Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) })
        }
        return stride(from: 0, to: numbers.count - dimensions + 1, by: dimensions).map {
            Array(numbers[$0..<($0 + dimensions)])
        }
    }
}
