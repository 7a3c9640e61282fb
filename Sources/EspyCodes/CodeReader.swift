import CZXing

/// Reads QR codes, and Code 128 and Code 39 barcodes, with the ZXing library.
public enum CodeReader {
    /// Version of ZXing.
    package static var libraryVersion: String { String(cString: czxing_version()) }

    /// The largest number of codes in a picture.
    public static let most = 16
    /// The largest number of pixels of a picture.
    public static let mostPixels = 16 << 20

    /// Reads the QR codes of a picture, at any angle. Takes about a millisecond.
    ///
    /// - Parameter pixels: 0 for dark and any other value for light: `width` × `height` of them, row by row from the
    ///   top.
    /// - Returns: the codes in no particular order; empty if the picture cannot be read.
    public static func squares(_ pixels: [UInt8], width: Int, height: Int) -> [ScannedCode] {
        read(pixels, width, height, .qr)
    }

    /// Reads upright barcodes along the lines of a picture, from both ends; parameters and results are those of
    /// ``squares(_:width:height:)``. Three lines must agree.
    public static func bars(_ pixels: [UInt8], width: Int, height: Int) -> [ScannedCode] {
        read(pixels, width, height, .code128)
    }

    /// The same for Code 39, which has no check digit and so is falsely detected more often than others.
    public static func bars39(_ pixels: [UInt8], width: Int, height: Int) -> [ScannedCode] {
        read(pixels, width, height, .code39)
    }

    private static func read(
        _ pixels: [UInt8], _ width: Int, _ height: Int, _ symbology: ScannedCode.Symbology
    ) -> [ScannedCode] {
        guard width > 0, height > 0, width <= mostPixels / height, pixels.count == width * height else { return [] }
        let wanted = symbology.number
        var found: [ScannedCode] = []
        let status = pixels.withUnsafeBufferPointer { pixels in
            withUnsafeMutablePointer(to: &found) { found in
                czxing_read(pixels.baseAddress, Int32(width), Int32(height), wanted, Int32(most), found) {
                    context, number, text, length in
                    guard let context, let text else { return }
                    let value = String(decoding: UnsafeBufferPointer(start: text, count: length), as: UTF8.self)
                    let symbology = ScannedCode.Symbology.allCases.first { $0.number == number } ?? .code128
                    let code = ScannedCode(symbology: symbology, value: value)
                    context.assumingMemoryBound(to: [ScannedCode].self).pointee.append(code)
                }
            }
        }
        return status == 0 ? Array(found.prefix(most)) : []
    }
}

/// The content of a code.
public struct ScannedCode: Sendable, Equatable, Hashable {
    public let symbology: Symbology
    /// Arbitrary, untrusted text: up to some thousand characters, of any kind.
    public let value: String

    public enum Symbology: Sendable, Equatable, Hashable, CaseIterable {
        case qr, code128, code39

        /// The library's number for the symbology.
        fileprivate var number: Int32 {
            switch self {
            case .qr: Int32(CZXING_QR)
            case .code128: Int32(CZXING_CODE_128)
            case .code39: Int32(CZXING_CODE_39)
            }
        }
    }

    public init(symbology: Symbology, value: String) { (self.symbology, self.value) = (symbology, value) }
}
