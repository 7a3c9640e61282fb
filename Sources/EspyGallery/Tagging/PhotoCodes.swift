import EspyBarcode
import EspyCodes
package import EspyPixels

/// Finds codes on photos: QR and Code 128 with ZXing, product and book barcodes with ``BarcodeReader``.
///
/// Only codes with a checksum are searched for: others are "read" on fences and blinds.
enum PhotoCodes {
    /// Part of the version of an analysis.
    static let version = "codes-2"

    /// Largest short side in pixels; larger pictures are reduced.
    private static let side = 960

    /// - Parameter image: gray, upright, the analyzed one.
    /// - Returns: each code once; QR codes first.
    static func find(on image: GrayImage) -> [PhotoCode] {
        guard min(image.width, image.height) >= 16 else { return [] }
        let image = reduced(image)
        // Eight digits are too few to be reliable in arbitrary photos.
        let reader = BarcodeReader(options: BarcodeOptions(effort: .quick, readsShort: false))
        guard let seen = try? reader.look(at: image) else { return [] }
        let bars = seen.barcodes.compactMap { bar in
            PhotoCode(symbology: bar.symbology == .upcA ? .upcA : .ean13, value: bar.value)
        }
        let flat = LocalThreshold.binarized(image)
        let scanned =
            CodeReader.squares(flat.pixels, width: flat.width, height: flat.height)
            + seen.stripes.flatMap { CodeReader.bars($0.pixels, width: $0.width, height: $0.height) }
        let others = scanned.compactMap { code in
            PhotoCode(symbology: code.symbology == .qr ? .qr : .code128, value: code.value)
        }
        var known: Set<PhotoCode> = []
        let ordered = others.filter { $0.symbology == .qr } + bars + others.filter { $0.symbology != .qr }
        return Array(ordered.filter { known.insert($0).inserted }.prefix(PhotoCode.most))
    }

    private static func reduced(_ image: GrayImage) -> GrayImage {
        let scale = Double(side) / Double(min(image.width, image.height))
        guard scale < 1 else { return image }
        return image.resized(
            width: max(Int(Double(image.width) * scale), 1), height: max(Int(Double(image.height) * scale), 1))
    }

    /// One tag for each type of code.
    static func tags(of codes: [PhotoCode]) -> [PhotoTag] {
        Set(codes.map(\.symbology.tag)).sorted().map { PictureTags.tag($0) }
    }
}

/// Separates dark and light pixels in uneven light by comparing each to the mean of its surroundings.
///
/// J. Bernsen, "Dynamic thresholding of grey-level images" (1986), in squares of 8 pixels: uniform squares have no dark
/// and light pixels, so the squares before them decide.
package struct LocalThreshold {
    private static let side = 8
    /// Squares with a smaller difference between their darkest and lightest pixel are uniform, in gray levels.
    private static let contrast: UInt8 = 24
    /// Number of surrounding squares to each side.
    private static let reach = 2

    private let columns: Int
    private let rows: Int
    /// By square: the threshold between its dark and light pixels.
    private var middles: [Int32]

    /// Returns an image of the same size with only 0 (dark) and 255.
    ///
    /// - Parameter image: at least 8 × 8 pixels; a smaller one is returned as it is.
    package static func binarized(_ image: GrayImage) -> GrayImage {
        guard min(image.width, image.height) >= side else { return image }
        return LocalThreshold(image).apply(to: image)
    }

    private init(_ image: GrayImage) {
        columns = (image.width + Self.side - 1) / Self.side
        rows = (image.height + Self.side - 1) / Self.side
        middles = [Int32](repeating: 0, count: columns * rows)
        image.pixels.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for row in 0..<rows {
                for column in 0..<columns {
                    let square = Square(base + Self.corner(column, row, image), image.width)
                    middles[row * columns + column] =
                        square.spread > Self.contrast ? square.mean : middle(ofEven: square, column, row)
                }
            }
        }
    }

    /// A uniform square is light, unless it is as dark as the dark parts before it.
    private func middle(ofEven square: Square, _ column: Int, _ row: Int) -> Int32 {
        let place = row * columns + column
        guard column > 0, row > 0 else { return Int32(square.least) / 2 }
        let before = (middles[place - columns] + 2 * middles[place - 1] + middles[place - columns - 1]) / 4
        return Int32(square.least) < before ? before : Int32(square.least) / 2
    }

    /// The last squares of a row or column overlap the previous ones, so that all of each is in the picture.
    private static func corner(_ column: Int, _ row: Int, _ image: GrayImage) -> Int {
        min(row * side, image.height - side) * image.width + min(column * side, image.width - side)
    }

    private func apply(to image: GrayImage) -> GrayImage {
        let pixels = [UInt8](unsafeUninitializedCapacity: image.pixels.count) { out, initialized in
            image.pixels.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress, let target = UnsafeMutableRawPointer(out.baseAddress) else {
                    return
                }
                for row in 0..<rows {
                    for column in 0..<columns {
                        let limit = SIMD8<UInt8>(repeating: UInt8(clamping: middle(around: column, row)))
                        let corner = Self.corner(column, row, image)
                        for line in 0..<Self.side {
                            let place = corner + line * image.width
                            let values = base.loadUnaligned(fromByteOffset: place, as: SIMD8<UInt8>.self)
                            let light = SIMD8<UInt8>.zero.replacing(with: 255, where: values .> limit)
                            target.storeBytes(of: light, toByteOffset: place, as: SIMD8<UInt8>.self)
                        }
                    }
                }
            }
            initialized = image.pixels.count
        }
        return GrayImage(width: image.width, height: image.height, pixels: pixels)
    }

    private func middle(around column: Int, _ row: Int) -> Int32 {
        // At the borders, the nearest complete neighborhood is used.
        let x = min(max(column, Self.reach), max(columns - 1 - Self.reach, 0))
        let y = min(max(row, Self.reach), max(rows - 1 - Self.reach, 0))
        var (sum, count): (Int32, Int32) = (0, 0)
        for line in max(y - Self.reach, 0)...min(y + Self.reach, rows - 1) {
            for place in max(x - Self.reach, 0)...min(x + Self.reach, columns - 1) {
                sum += middles[line * columns + place]
                count += 1
            }
        }
        return sum / count
    }

    /// The statistics of one square.
    private struct Square {
        let mean: Int32
        let least: UInt8
        let spread: UInt8

        init(_ corner: UnsafeRawPointer, _ width: Int) {
            var sum = SIMD8<UInt16>.zero
            var (low, high) = (SIMD8<UInt8>(repeating: 255), SIMD8<UInt8>.zero)
            for line in 0..<LocalThreshold.side {
                let values = (corner + line * width).loadUnaligned(as: SIMD8<UInt8>.self)
                sum &+= SIMD8<UInt16>(truncatingIfNeeded: values)
                low = pointwiseMin(low, values)
                high = pointwiseMax(high, values)
            }
            mean = Int32(sum.wrappedSum()) / 64
            least = low.min()
            spread = high.max() - least
        }
    }
}
