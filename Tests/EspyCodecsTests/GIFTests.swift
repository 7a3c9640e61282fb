import EspyCodecs
import EspyPixels
import Testing

struct GIFTests {
    let decoder = ImageDecoder()
    private static let colors: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]

    /// A picture of four colors without compression: a clear code before every second pixel keeps codes at three bits.
    private func file(
        width: Int, height: Int, frame: (x: Int, y: Int, width: Int, height: Int)? = nil, isInterlaced: Bool = false,
        transparent: UInt8? = nil, pixels: [UInt8]
    ) -> [UInt8] {
        let frame = frame ?? (0, 0, width, height)
        func two(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
        var bytes = Array("GIF89a".utf8) + two(width) + two(height) + [0x91, 0, 0] + Self.colors
        if let transparent { bytes += [0x21, 0xF9, 4, 1, 0, 0, transparent, 0] }
        bytes += [0x2C] + two(frame.x) + two(frame.y) + two(frame.width) + two(frame.height)
        bytes += [isInterlaced ? 0x40 : 0, 2]
        var bits: [Int] = []
        for (index, pixel) in pixels.enumerated() {
            if index.isMultiple(of: 2) { bits.append(4) }
            bits.append(Int(pixel))
        }
        bits.append(5)
        var (data, waiting, held) = ([UInt8](), 0, 0)
        for code in bits {
            waiting |= code << held
            held += 3
            while held >= 8 {
                data.append(UInt8(waiting & 255))
                (waiting, held) = (waiting >> 8, held - 8)
            }
        }
        if held > 0 { data.append(UInt8(waiting & 255)) }
        let blocks = stride(from: 0, to: data.count, by: 100).flatMap { start in
            let block = data[start..<min(start + 100, data.count)]
            return [UInt8(block.count)] + block
        }
        return bytes + blocks + [0, 0x3B]
    }

    private func colors(_ image: RGBImage) -> [[UInt8]] {
        stride(from: 0, to: image.pixels.count, by: 3).map { Array(image.pixels[$0..<$0 + 3]) }
    }

    private let red: [UInt8] = [255, 0, 0]
    private let green: [UInt8] = [0, 255, 0]
    private let blue: [UInt8] = [0, 0, 255]
    private let white: [UInt8] = [255, 255, 255]

    @Test func firstFrame() throws {
        let bytes = file(width: 2, height: 2, pixels: [0, 1, 2, 0])
        #expect(try decoder.info(of: bytes).format == .gif)
        #expect(try colors(decoder.decode(bytes)) == [red, green, blue, red])
    }

    @Test func framesAreCounted() throws {
        let one = file(width: 2, height: 2, pixels: [0, 1, 2, 0])
        #expect(try decoder.info(of: one).frames == 1)
        // Two more frames instead of the end, one of them after its own extension block.
        let frame = Array(one[(13 + 12)...].dropLast())
        let several = Array(one.dropLast()) + [0x21, 0xF9, 4, 0, 0, 0, 0, 0] + frame + frame + [0x3B]
        #expect(try decoder.info(of: several).frames == 3)
        #expect(try decoder.decodePhoto(several).source == PictureSource(frames: 3))
        #expect(try colors(decoder.decode(several)) == [red, green, blue, red])
    }

    /// The frame's data without its last block: rows with unknown content are gray.
    @Test func cutShort() throws {
        let pixels = (0..<1024).map { UInt8($0 % 3) }
        let whole = file(width: 16, height: 64, pixels: pixels)
        let part = Array(whole[..<(whole.count - 90)])
        let photo = try decoder.decodePhoto(part)
        let damage = try #require(photo.source.damage)
        #expect(damage.endsEarly)
        #expect(damage.shown >= 0.25)
        #expect(damage.shown < 1)
        #expect(colors(photo.image)[..<4] == [red, green, blue, red])
        #expect(colors(photo.image).last == [128, 128, 128])
        #expect(throws: ImageError.truncated(.gif)) { try decoder.decode(part) }
    }

    @Test func rowsInAnotherOrder() throws {
        let bytes = file(width: 1, height: 5, isInterlaced: true, pixels: [0, 1, 2, 0, 1])
        // Rows 0, 4, 2, 1, 3 come one after the other.
        #expect(try colors(decoder.decode(bytes)) == [red, red, blue, green, green])
    }

    @Test func whatNoFrameCoversIsWhite() throws {
        let small = file(width: 2, height: 2, frame: (1, 1, 1, 1), pixels: [2])
        #expect(try colors(decoder.decode(small)) == [white, white, white, blue])
        let clear = file(width: 2, height: 1, transparent: 1, pixels: [0, 1])
        #expect(try colors(decoder.decode(clear)) == [red, white])
        let beyond = file(width: 1, height: 1, frame: (0, 0, 2, 2), pixels: [0, 1, 2, 0])
        #expect(try colors(decoder.decode(beyond)) == [red])
    }

    @Test func brokenFiles() {
        let bytes = file(width: 2, height: 2, pixels: [0, 1, 2, 0])
        for count in 6..<(bytes.count - 3) {
            #expect(throws: (any Error).self) { try decoder.decode(Array(bytes[..<count])) }
        }
        #expect(throws: ImageError.corrupt(.gif, reason: "size 0 x 2")) {
            try decoder.info(of: file(width: 0, height: 2, pixels: []))
        }
        #expect(throws: ImageError.corrupt(.gif, reason: "no frame")) {
            try decoder.decode(Array(bytes[..<25]) + [0x3B])
        }
    }
}
