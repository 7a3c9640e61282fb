import CZlib
import EspyPixels
import EspySystem
import Testing

struct DeflateTests {
    private static let text = Array(String(repeating: "Forty-seven vials, thirty of them read. ", count: 200).utf8)

    /// Adding 32 to the largest window makes zlib detect which of the two frames it is.
    private func inflated(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var bytes = bytes
        return bytes.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = uInt(input.count)
            return [UInt8](unsafeUninitializedCapacity: 1 << 20) { output, count in
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                count = inflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
    }

    @Test(arguments: [Deflate.Format.gzip, .zlib])
    func comesBack(format: Deflate.Format) throws {
        let small = try #require(Deflate.compress(Self.text, format: format))
        #expect(small.count < Self.text.count / 20)
        #expect(inflated(small) == Self.text)
    }

    @Test func framesAreWhatTheyAreCalled() throws {
        #expect(Array(try #require(Deflate.compress(Self.text, format: .gzip)).prefix(2)) == [0x1F, 0x8B])
        #expect(try #require(Deflate.compress(Self.text, format: .zlib)).first == 0x78)
    }

    @Test func whatCannotBecomeSmallerStillComesBack() throws {
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(inflated(try #require(Deflate.compress(noise, format: .gzip, level: 9))) == noise)
        #expect(inflated(try #require(Deflate.compress([], format: .gzip))) == [])
    }
}
