import EspyPixels

/// Identifies a photo: its size and a sum over all pixels.
struct PhotoKey: Sendable, Hashable {
    private let width: Int
    private let height: Int
    private let sum: UInt64

    init(_ image: RGBImage) {
        width = image.width
        height = image.height
        sum = image.pixels.withUnsafeBytes { bytes in
            var sum: UInt64 = 0xCBF2_9CE4_8422_2325
            let whole = bytes.count / 8 * 8
            for place in stride(from: 0, to: whole, by: 8) {
                let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 29
            }
            for place in whole..<bytes.count { sum = (sum ^ UInt64(bytes[place])) &* 0x9E37_79B9_7F4A_7C15 }
            return sum
        }
    }
}
