import Foundation

/// The output for one file.
struct RackLine: Encodable {
    private enum CodingKeys: String, CodingKey {
        case file, values, error
        case load = "ms_load"
        case decode = "ms_decode"
        case processor = "ms_cpu"
    }

    let file: String
    var values: [String] = []
    var load: Times?
    var decode: Times?
    var processor: Double?
    /// Why the file could not be read.
    var error: String?

    init(measuring file: String, repetitions: Int) async {
        self.file = file
        do {
            var runs: [RackMeasurement] = []
            for _ in 0..<repetitions { runs.append(try await RackMeasurement(of: file)) }
            values = runs[0].values.map(Self.hexadecimal)
            load = Times(runs.map(\.load))
            decode = Times(runs.map(\.decode))
            processor = runs.min { $0.decode < $1.decode }.map { $0.processor * 1000 }
        } catch {
            self.error = "\(error)"
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
