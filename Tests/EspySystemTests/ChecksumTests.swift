import EspySystem
import Foundation
import Testing

struct ChecksumTests {
    // Test vectors of FIPS 180-4, and the lengths where the padding changes, from coreutils' sha256sum.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func knownTexts(text: String, sum: String) { #expect(SHA256.hex(of: Array(text.utf8)) == sum) }

    @Test func millionTimesA() {
        let bytes = [UInt8](repeating: 0x61, count: 1_000_000)
        #expect(SHA256.hex(of: bytes) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    // However a text is split, and wherever its end falls in a block.
    @Test(arguments: 0...130)
    func piecesMakeTheSameSum(length: Int) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }
        for size in [1, 3, 63, 64, 65] {
            var sum = SHA256()
            for start in stride(from: 0, to: length, by: size) {
                bytes[start..<min(start + size, length)].withUnsafeBytes { sum.update($0) }
            }
            #expect(sum.finish() == SHA256.hex(of: bytes))
        }
    }

    @Test func fileIsSummed() throws {
        let folder = NSTemporaryDirectory() + "espy-sum-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("abc".utf8).write(to: URL(fileURLWithPath: "\(folder)/a"))
        let sum = try #require(FileSum(path: "\(folder)/a"))
        #expect(sum.bytes == 3)
        #expect(sum.sha256.hasPrefix("ba7816bf"))
        #expect(FileSum(path: folder) == nil)
        #expect(FileSum(path: "\(folder)/b") == nil)
    }
}
