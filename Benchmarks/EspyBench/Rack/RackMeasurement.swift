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

    /// - Throws: what reading the file or decoding the picture throws.
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

    /// The one call that is timed: all codes of a picture without knowing anything about it.
    private static func readings(in view: GrayView) async -> [Reading] {
        await SymbolReader().read(view).readings
    }

    /// POSIX fixes the unit of `clock` at a millionth of a second.
    private static var processorTime: Double { Double(clock()) / 1_000_000 }
}
