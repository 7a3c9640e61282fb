import Espy
import Foundation

/// Reads the barcodes in pictures.
struct BarcodeBench: Bench {
    private let repetitions: Int
    private let reader: BarcodeReader

    init(_ arguments: inout Arguments) throws {
        repetitions = try arguments.number(of: "--repeat") ?? 1
        let isQuick = arguments.has("--quick")
        reader = BarcodeReader(options: BarcodeOptions(effort: isQuick ? .quick : .thorough))
    }

    func line(for file: String) async -> BarcodeLine {
        do {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
            let gray = try ImageDecoder().decode(bytes).gray
            var values: [String] = []
            var times: [Duration] = []
            for _ in 0..<repetitions {
                let start = ContinuousClock.now
                values = try reader.read(gray).map(\.value)
                times.append(ContinuousClock.now - start)
            }
            return BarcodeLine(file: file, values: values, decode: Times(times))
        } catch {
            return BarcodeLine(file: file, error: "\(error)")
        }
    }
}

/// The output for one file.
struct BarcodeLine: Encodable {
    private enum CodingKeys: String, CodingKey {
        case file, values, error
        case decode = "ms_decode"
    }

    let file: String
    var values: [String] = []
    var decode: Times?
    /// Why the file could not be read.
    var error: String?
}
