import CZXing

/// Reads QR codes, and bars of Code 128 and Code 39, with the library ZXing.
public enum CodeReader {
    /// Of ZXing.
    package static var libraryVersion: String { String(cString: czxing_version()) }

    /// The most codes of a picture.
    public static let most = 16
    /// A larger picture is not tried.
    public static let mostPixels = 16 << 20

    /// QR codes of a picture, at any angle. Takes about a millisecond.
    ///
    /// - Parameter pixels: 0 where it is dark, and anything else where it is light: `width` × `height` of them, row by row
    ///   from the top.
    /// - Returns: what is in the codes, in no certain order; nothing for a picture that cannot be read.
    public static func squares(_ pixels: [UInt8], width: Int, height: Int) -> [ScannedCode] {
        read(pixels, width, height, .qr)
    }

    /// Codes of bars that stand upright, read along the lines of a picture, from both ends; pictures and answers are those
    /// of ``squares(_:width:height:)``. Three lines must say the same.
    public static func bars(_ pixels: [UInt8], width: Int, height: Int) -> [ScannedCode] {
        read(pixels, width, height, .code128)
    }

    /// The same for Code 39, which has no check digit: it is "read" where there is none more often than others.
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

/// What is in a code.
public struct ScannedCode: Sendable, Equatable, Hashable {
    public let symbology: Symbology
    /// Whatever somebody put there: up to some thousand characters, of any kind.
    public let value: String

    public enum Symbology: Sendable, Equatable, Hashable, CaseIterable {
        case qr, code128, code39

        /// As the library is asked for it.
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
