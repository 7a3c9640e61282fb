import DataMatrix
import EspyCodecs
import EspyPixels
import Foundation

/// One file, loaded and read once.
struct RackMeasurement {
    let values: [[UInt8]]
    let load: Duration
    let decode: Duration
    /// Seconds of processor time in `decode`, all threads together.
    let processor: Double

    /// - Throws: the error of reading the file or decoding the picture.
    init(of file: String) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        let gray = try ImageDecoder().decodeGray(bytes)
        let view = GrayView(width: gray.width, height: gray.height, pixels: gray.pixels)
        let loaded = clock.now
        let busy = Self.processorTime
        let readings = await Self.readings(in: view)
        processor = Self.processorTime - busy
        decode = clock.now - loaded
        load = loaded - start
        values = readings.map(\.message.bytes)
    }

    /// The timed call: finds all codes of a picture without any prior knowledge.
    private static func readings(in view: GrayView) async -> [Reading] {
        await SymbolReader().read(view).readings
    }

    /// POSIX defines the unit of `clock` as a millionth of a second.
    private static var processorTime: Double { Double(clock()) / 1_000_000 }
}
