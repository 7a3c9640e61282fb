import Foundation

/// What is printed about one file.
struct ReportLine: Encodable {
    struct Time: Encodable {
        let min: Double
        let median: Double

        init(_ times: [Duration]) {
            let sorted = times.map { $0 / .milliseconds(1) }.sorted()
            min = sorted[0]
            median = sorted[sorted.count / 2]
        }
    }

    private enum CodingKeys: String, CodingKey {
        case file, values, error
        case load = "ms_load"
        case decode = "ms_decode"
        case processor = "ms_cpu"
    }

    let file: String
    var values: [String] = []
    var load: Time?
    var decode: Time?
    var processor: Double?
    /// Why the file could not be read.
    var error: String?

    init(measuring file: String, repetitions: Int) async {
        self.file = file
        do {
            var runs: [Measurement] = []
            for _ in 0..<repetitions { runs.append(try await Measurement(of: file)) }
            values = runs[0].values.map(Self.hexadecimal)
            load = Time(runs.map(\.load))
            decode = Time(runs.map(\.decode))
            processor = runs.min { $0.decode < $1.decode }.map { $0.processor * 1000 }
        } catch {
            self.error = "\(error)"
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
