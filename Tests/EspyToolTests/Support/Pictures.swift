import Espy

/// Small pictures for tests that do not depend on reading.
enum Pictures {
    /// A gray card: a picture without a code.
    static func blank(width: Int = 320, height: Int = 240) throws -> [UInt8] {
        try ImageEncoder.jpeg(RGBImage(width: width, height: height, red: 180, green: 180, blue: 180))
    }

    /// A PNG header that announces 30,000 x 30,000 pixels.
    static let bomb: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        + [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0, 0x5C, 0xF6, 0x75, 0x2E]
        + [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
}
