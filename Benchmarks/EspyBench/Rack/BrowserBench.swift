import DataMatrix
import Espy
import EspyBarcode
import EspyCodecs
import EspyPixels
import EspySamples
import Foundation

/// The pixels that a browser receives, and the native readers' results for them.
struct BrowserBench: Bench {
    private let pixels: URL

    init(_ arguments: inout Arguments) throws {
        pixels = URL(fileURLWithPath: try arguments.required())
    }

    struct Line: Encodable {
        let file: String
        var width = 0
        var height = 0
        var rack: RackAnswer?
        var barcodes: [Barcode] = []
        /// The content of the rendered symbols, in hexadecimal.
        var drawn: [String] = []
        /// From pixels to the rack, in milliseconds: wall time and processor time.
        var ms = 0.0
        var cpu = 0.0
        var error: String?
    }

    func line(for file: String) async -> Line {
        var line = Line(file: file)
        do {
            let image = try Self.picture(file, &line.drawn)
            (line.width, line.height) = (image.width, image.height)
            try Data(image.opaquePixels).write(to: pixels)
            let (start, busy) = (ContinuousClock.now, clock())
            var rack = try await RackReader().read(image)
            rack.id = rack.ownCode()
            line.rack = RackAnswer(rack, file: "-")
            line.ms = (ContinuousClock.now - start).milliseconds
            line.cpu = Double(clock() - busy) / 1_000
            line.barcodes = try BarcodeReader().read(image.gray)
        } catch {
            line.error = "\(error)"
        }
        return line
    }

    /// A photo; rendered symbols (`symbols:SEED`); or a piece of a photo, painted over (`piece:SEED:FILE`).
    private static func picture(_ name: String, _ drawn: inout [String]) throws -> RGBImage {
        let parts = name.split(separator: ":", maxSplits: 2).map(String.init)
        if parts.count == 2, parts[0] == "symbols", let seed = UInt64(parts[1]) {
            let (image, values) = symbols(seed)
            drawn = values
            return image
        }
        if parts.count == 3, parts[0] == "piece", let seed = UInt64(parts[1]) {
            return piece(of: try decoded(parts[2]), seed)
        }
        return try decoded(name)
    }

    private static func decoded(_ file: String) throws -> RGBImage {
        try ImageDecoder().decode([UInt8](try Data(contentsOf: URL(fileURLWithPath: file))))
    }

    /// Five by four symbols of random bytes, each rotated differently.
    private static func symbols(_ seed: UInt64) -> (RGBImage, drawn: [String]) {
        var random = SampleRandom(seed: seed)
        var image = RGBImage(width: 1000, height: 800, red: 235, green: 235, blue: 235)
        var drawn: [String] = []
        for place in 0..<20 {
            let bytes = (0..<random.integer(in: 1...20)).map { _ in UInt8(random.integer(in: 0...255)) }
            guard let matrix = try? SymbolEncoder().encode(bytes).matrix else { continue }
            drawn.append(bytes.map { String(format: "%02x", $0) }.joined())
            let center = SIMD2(100 + 200 * Double(place % 5), 100 + 200 * Double(place / 5))
            let angle = random.number(in: 0...(2 * .pi))
            let module = random.number(in: 3...4.5)
            for y in -95..<95 {
                for x in -95..<95 {
                    let (right, down) = (Double(x) + 0.5, Double(y) + 0.5)
                    let across = (right * cos(angle) + down * sin(angle)) / module + Double(matrix.columns) / 2
                    let along = (down * cos(angle) - right * sin(angle)) / module + Double(matrix.rows) / 2
                    let (column, row) = (Int(across.rounded(.down)), Int(along.rounded(.down)))
                    guard 0..<matrix.columns ~= column, 0..<matrix.rows ~= row, matrix[row, column] else { continue }
                    let index = 3 * ((Int(center.y) + y) * image.width + Int(center.x) + x)
                    for channel in 0..<3 { image.pixels[index + channel] = 40 }
                }
            }
        }
        return (image, drawn)
    }

    /// A few hundred pixels of a photo, with boxes of noise and of one color on them.
    private static func piece(of photo: RGBImage, _ seed: UInt64) -> RGBImage {
        var random = SampleRandom(seed: seed)
        let width = min(random.integer(in: 8...500), photo.width)
        let height = min(random.integer(in: 8...500), photo.height)
        let left = random.integer(in: 0...photo.width - width)
        let top = random.integer(in: 0...photo.height - height)
        var pixels: [UInt8] = []
        for y in top..<top + height {
            pixels += photo.pixels[3 * (y * photo.width + left)..<3 * (y * photo.width + left + width)]
        }
        for _ in 0..<random.integer(in: 0...6) {
            let (x, y) = (random.integer(in: 0...width - 1), random.integer(in: 0...height - 1))
            let color = UInt8(random.integer(in: 0...255))
            let isNoise = random.chance(0.5)
            for row in y..<min(y + random.integer(in: 1...80), height) {
                for index in 3 * (row * width + x)..<3 * (row * width + min(x + 60, width)) {
                    pixels[index] = isNoise ? UInt8(random.integer(in: 0...255)) : color
                }
            }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }
}

extension RGBImage {
    /// Red, green, blue and 255 for each pixel, as in a canvas.
    fileprivate var opaquePixels: [UInt8] {
        var values = [UInt8](repeating: 255, count: 4 * width * height)
        for index in 0..<width * height {
            for channel in 0..<3 { values[4 * index + channel] = pixels[3 * index + channel] }
        }
        return values
    }
}
