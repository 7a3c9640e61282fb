package import Espy

/// TIFF files of several pages, as scanners write them, without compression.
package enum Scans {
    package static func tiff(_ pages: [RGBImage]) -> [UInt8] {
        var bytes: [UInt8] = [0x4D, 0x4D, 0, 42] + number(8, 4)
        for (index, page) in pages.enumerated() {
            let (fields, start) = (9, bytes.count)
            let bits = start + 2 + 12 * fields + 4
            let pixels = bits + 6
            let next = pixels + page.pixels.count + page.pixels.count % 2
            let values = [
                (256, 4, 1, page.width), (257, 4, 1, page.height), (258, 3, 3, bits), (259, 4, 1, 1), (262, 4, 1, 2),
                (273, 4, 1, pixels), (277, 4, 1, 3), (278, 4, 1, page.height), (279, 4, 1, page.pixels.count),
            ]
            bytes += number(fields, 2)
            for (tag, type, count, value) in values {
                bytes += number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
            }
            bytes += number(index == pages.count - 1 ? 0 : next, 4) + [0, 8, 0, 8, 0, 8] + page.pixels
            if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
        }
        return bytes
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(value >> (8 * (size - 1 - $0)) & 0xFF) }
    }
}
