import EspyBarcode
import EspyCodes
package import EspyPixels

/// Finds codes on photos: QR and Code 128 by ZXing, the bars of goods and books by ``BarcodeReader``.
///
/// Only such codes are looked for as have a check of their own: others are "read" on fences and blinds.
package enum PhotoCodes {
    /// Part of the version of an analysis.
    static let version = "codes-2"

    /// Short side in pixels, above which a picture is reduced.
    private static let side = 960

    /// - Parameter image: gray, upright, as it was analyzed.
    /// - Returns: each code once; QR codes first.
    package static func find(on image: GrayImage) -> [PhotoCode] {
        guard min(image.width, image.height) >= 16 else { return [] }
        let image = reduced(image)
        // Eight digits alone are too few to be sure of in a photo of anything.
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

    /// One tag for each sort of code.
    static func tags(of codes: [PhotoCode]) -> [PhotoTag] {
        Set(codes.map(\.symbology.tag)).sorted().map { PictureTags.tag($0) }
    }
}
