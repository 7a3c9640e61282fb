import EspyCodecs
public import EspyPixels
import EspyStore
import EspySystem
import Foundation

/// The small picture of a photo in both stored forms.
struct SmallPicture: Sendable {
    let thumbnail: Thumbnail
    /// The bytes of a blurred picture; see ``Placeholder``.
    let placeholder: [UInt8]

    /// Default long side in pixels, and JPEG quality.
    static let usualSide = 256
    static let usualQuality = 78

    /// - Parameters:
    ///   - side: the long one, in pixels.
    ///   - quality: of the JPEG, 1 to 100.
    init(of image: RGBImage, side: Int = usualSide, quality: Int = usualQuality) throws(ImageError) {
        let small = image.fitted(longSide: side)
        let bytes = try ImageEncoder.jpeg(small, quality: quality)
        thumbnail = Thumbnail(bytes: bytes, width: small.width, height: small.height)
        placeholder = Placeholder.encode(small)
    }

    init(_ thumbnail: Thumbnail, placeholder: [UInt8]) {
        (self.thumbnail, self.placeholder) = (thumbnail, placeholder)
    }
}

/// A small picture as JPEG.
struct Thumbnail: Sendable {
    let bytes: [UInt8]
    let width: Int
    let height: Int
}

/// Writes small pictures after the last known one. Leftovers of a killed process are overwritten, because nothing
/// refers to them.
struct ThumbnailPack {
    let file: DiskFile
    /// The number of the file; see ``Gallery/packPath(_:)``.
    let number: Int
    private(set) var end: Int

    /// The path of the file with this number beside a database.
    static func path(of database: String, _ number: Int) -> String {
        "\(database)-thumbnails" + (number == 0 ? "" : ".\(number)")
    }

    /// Cuts off what nothing refers to.
    init(file: DiskFile, number: Int, end: Int) throws {
        (self.file, self.number, self.end) = (file, number, end)
        if try file.status().size > end { try file.truncate(to: end) }
    }

    /// - Returns: its offset. It is on the disk only after `sync`.
    mutating func append(_ bytes: [UInt8]) throws -> Int {
        let offset = end
        try file.write(bytes, at: offset)
        end += bytes.count
        return offset
    }

    /// Discards what was appended after an offset, when its rows could not be saved.
    mutating func rewind(to offset: Int) { end = offset }

    func sync() throws { try file.sync() }
}

/// The place of one small picture.
struct ThumbnailPlace: Sendable {
    let photo: Int
    let pack: Int
    let offset: Int
    let length: Int

    /// - Parameter row: photo, pack, offset and length.
    init(_ row: borrowing Row) throws {
        photo = try row.integer(0)
        pack = try row.integer(1)
        offset = try row.integer(2)
        // Larger than any small picture: prevents large allocations for a damaged row.
        length = min(max(try row.integer(3), 0), 16 << 20)
    }
}

/// A blurred picture in ``length`` bytes, shown until the small picture of a photo is loaded.
///
/// The picture is decomposed into cosine waves of brightness and two color differences; the longest waves are stored.
/// All values of the picture are from 0 to 1 here; for a pixel, `Y = 0.299 R + 0.587 G + 0.114 B`, `B' = 0.564 (B - Y)`
/// and `R' = 0.713 (R - Y)`.
///
/// ```text
/// byte 0      128 + 32 log2(width / height)
/// byte 1      mean of Y, times 255
/// byte 2, 3   mean of B' and of R', times 255, plus 128
/// byte 4, 5   how strong the strongest wave is, of Y and of both color differences, times 128
/// from 6 on   four bits for each wave, the low half of a byte first: first those of Y, then B', then R'
/// ```
///
/// Waves are numbered by `u` (half waves from left to right) and `v` (from top to bottom). They are ordered by `u + v`,
/// then by `u`, without the one where both are 0; `u + v` is at most 7 for Y and 2 for the colors. For the four bits
/// `n`, `t = (n - 8) / 7`, and the strength of the wave is `t |t|` times that of the strongest. At `x`, `y`, both from
/// 0 to 1, it adds `strength cos(π u x) cos(π v y)`.
public enum Placeholder {
    /// Bytes of every placeholder.
    public static let length = 29

    private static let lightWaves = waves(7)
    private static let colorWaves = waves(2)
    /// Enough pixels for well over twice the largest wave number.
    private static let longSide = 24

    /// - Parameter image: at least 1 × 1; small ones are as good and faster.
    public static func encode(_ image: RGBImage) -> [UInt8] {
        let small = image.fitted(longSide: longSide)
        let planes = Planes(small)
        var bytes = [byte(128 + 32 * log2(Double(image.width) / Double(image.height)))]
        let light = WavePlane(planes.light, small.width, small.height, lightWaves)
        let blue = WavePlane(planes.blue, small.width, small.height, colorWaves)
        let red = WavePlane(planes.red, small.width, small.height, colorWaves)
        bytes += [byte(light.mean * 255), byte(128 + blue.mean * 255), byte(128 + red.mean * 255)]
        let strongest = [light.strongest, max(blue.strongest, red.strongest)].map { byte(($0 * 128).rounded(.up)) }
        bytes += strongest
        let scales = strongest.map { Double($0) / 128 }
        let halves =
            light.strengths.map { half($0, scales[0]) } + (blue.strengths + red.strengths).map { half($0, scales[1]) }
        for pair in stride(from: 0, to: halves.count, by: 2) {
            bytes.append(halves[pair] | (pair + 1 < halves.count ? halves[pair + 1] << 4 : 0))
        }
        return bytes
    }

    /// - Parameter width: of the resulting picture, in pixels; its height follows.
    /// - Returns: `nil` when `bytes` do not come from ``encode(_:)``.
    public static func decode(_ bytes: [UInt8], width: Int) -> RGBImage? {
        guard bytes.count == length, (1...4096).contains(width) else { return nil }
        let aspect = exp2((Double(bytes[0]) - 128) / 32)
        let height = min(max(Int((Double(width) / aspect).rounded()), 1), 4096)
        let scales = [Double(bytes[4]) / 128, Double(bytes[5]) / 128]
        let halves = bytes[6...].flatMap { [$0 & 15, $0 >> 4] }
        let (lights, colors) = (lightWaves.count, colorWaves.count)
        func plane(_ mean: Double, _ range: Range<Int>, _ scale: Double, _ waves: [(u: Int, v: Int)]) -> [Double] {
            WavePlane(mean: mean, strengths: halves[range].map { strength($0, scale) })
                .drawn(width, height, waves)
        }
        let planes = Planes(
            light: plane(Double(bytes[1]) / 255, 0..<lights, scales[0], lightWaves),
            blue: plane((Double(bytes[2]) - 128) / 255, lights..<lights + colors, scales[1], colorWaves),
            red: plane((Double(bytes[3]) - 128) / 255, lights + colors..<lights + 2 * colors, scales[1], colorWaves))
        return planes.image(width, height)
    }

    private static func waves(_ most: Int) -> [(u: Int, v: Int)] {
        (1...most).flatMap { sum in (0...sum).map { (u: $0, v: sum - $0) } }
    }

    /// Weak waves get finer steps than strong ones.
    private static func half(_ strength: Double, _ strongest: Double) -> UInt8 {
        guard strongest > 0 else { return 8 }
        let share = min(abs(strength) / strongest, 1).squareRoot()
        return UInt8(8 + (strength < 0 ? -1 : 1) * Int((7 * share).rounded()))
    }

    private static func strength(_ half: UInt8, _ strongest: Double) -> Double {
        let share = (Double(half) - 8) / 7
        return share * abs(share) * strongest
    }

    private static func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
}

/// A picture as brightness and two color differences, each from 0 to 1 or from -0.5 to 0.5.
private struct Planes {
    var light: [Double]
    var blue: [Double]
    var red: [Double]

    init(light: [Double], blue: [Double], red: [Double]) {
        (self.light, self.blue, self.red) = (light, blue, red)
    }

    init(_ image: RGBImage) {
        self.init(light: [], blue: [], red: [])
        for pixel in stride(from: 0, to: image.pixels.count, by: 3) {
            let (r, g, b) = (
                Double(image.pixels[pixel]) / 255, Double(image.pixels[pixel + 1]) / 255,
                Double(image.pixels[pixel + 2]) / 255
            )
            let y = 0.299 * r + 0.587 * g + 0.114 * b
            light.append(y)
            blue.append(0.564 * (b - y))
            red.append(0.713 * (r - y))
        }
    }

    func image(_ width: Int, _ height: Int) -> RGBImage {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for index in light.indices {
            let b = light[index] + blue[index] / 0.564
            let r = light[index] + red[index] / 0.713
            let g = (light[index] - 0.299 * r - 0.114 * b) / 0.587
            pixels += [r, g, b].map { UInt8(min(max(($0 * 255).rounded(), 0), 255)) }
        }
        return RGBImage(width: width, height: height, pixels: pixels)
    }
}

/// One channel of a picture as a mean and waves around it.
private struct WavePlane {
    let mean: Double
    let strengths: [Double]

    var strongest: Double { strengths.map { abs($0) }.max() ?? 0 }

    init(mean: Double, strengths: [Double]) { (self.mean, self.strengths) = (mean, strengths) }

    init(_ values: [Double], _ width: Int, _ height: Int, _ waves: [(u: Int, v: Int)]) {
        mean = values.reduce(0, +) / Double(values.count)
        let most = waves.map { max($0.u, $0.v) }.max() ?? 0
        let (across, down) = (Self.cosines(width, most), Self.cosines(height, most))
        strengths = waves.map { wave in
            // Pixels cannot represent waves shorter than themselves.
            guard wave.u < width, wave.v < height else { return 0 }
            var sum = 0.0
            for y in 0..<height {
                for x in 0..<width {
                    sum += values[y * width + x] * across[wave.u * width + x] * down[wave.v * height + y]
                }
            }
            return sum * (wave.u > 0 ? 2 : 1) * (wave.v > 0 ? 2 : 1) / Double(values.count)
        }
    }

    func drawn(_ width: Int, _ height: Int, _ waves: [(u: Int, v: Int)]) -> [Double] {
        let most = waves.map { max($0.u, $0.v) }.max() ?? 0
        let (across, down) = (Self.cosines(width, most), Self.cosines(height, most))
        var values = [Double](repeating: mean, count: width * height)
        for (wave, strength) in zip(waves, strengths) where strength != 0 {
            for y in 0..<height {
                let row = strength * down[wave.v * height + y]
                for x in 0..<width { values[y * width + x] += row * across[wave.u * width + x] }
            }
        }
        return values
    }

    /// At the pixel centers, wave by wave.
    private static func cosines(_ count: Int, _ most: Int) -> [Double] {
        (0...most).flatMap { wave in
            (0..<count).map { cos(Double.pi * Double(wave) * (Double($0) + 0.5) / Double(count)) }
        }
    }
}
