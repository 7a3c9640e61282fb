import Espy
import EspyCodes
package import EspyPixels

/// Codes on a photo of a box that are no DataMatrix: QR, and bars of Code 128 and Code 39.
///
/// Numbers of goods are none of the box: whatever it came in has one.
///
/// This folder has what the routes and the command line do alike with boxes that were read.
package enum BoxCodes {
    /// A short side above which a photo is reduced. The code of a box is larger than those on its tubes.
    private static let side = 2000
    /// Code 39 has no check digit: shorter ones are not taken.
    private static let shortest = 4

    /// - Returns: what they say, each once.
    package static func find(on image: RGBImage) -> [String] {
        let gray = reduced(image.gray)
        guard min(gray.width, gray.height) >= 16 else { return [] }
        let flat = LocalThreshold.binarized(gray)
        var values = CodeReader.squares(flat.pixels, width: flat.width, height: flat.height).map(\.value)
        let reader = BarcodeReader(options: BarcodeOptions(effort: .quick, readsShort: false))
        if let seen = try? reader.look(at: gray) {
            for stripe in seen.stripes { values += bars(stripe) }
        }
        var known: Set<String> = []
        return values.filter { known.insert($0).inserted }
    }

    private static func bars(_ stripe: GrayImage) -> [String] {
        let plain = CodeReader.bars(stripe.pixels, width: stripe.width, height: stripe.height).map(\.value)
        guard plain.isEmpty else { return plain }
        return CodeReader.bars39(stripe.pixels, width: stripe.width, height: stripe.height).map(\.value)
            .filter { $0.count >= shortest }
    }

    private static func reduced(_ image: GrayImage) -> GrayImage {
        let scale = Double(side) / Double(max(1, min(image.width, image.height)))
        guard scale < 1 else { return image }
        return image.resized(
            width: max(Int(Double(image.width) * scale), 1), height: max(Int(Double(image.height) * scale), 1))
    }
}
