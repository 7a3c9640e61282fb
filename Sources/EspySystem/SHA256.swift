import CNettle

/// The checksum of FIPS 180-4, for there is none in the standard library. Takes the bytes in pieces of any size.
package struct SHA256 {
    private var state = sha256_ctx()

    package init() { nettle_sha256_init(&state) }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        nettle_sha256_update(&state, bytes.count, start.assumingMemoryBound(to: UInt8.self))
    }

    /// 64 hexadecimal digits.
    package mutating func finish() -> String {
        finishBytes().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// 32 bytes.
    package mutating func finishBytes() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA256_DIGEST_SIZE)) { digest, count in
            nettle_sha256_digest(&state, digest.count, digest.baseAddress)
            count = digest.count
        }
    }

    /// The checksum of `bytes` as 64 hexadecimal digits.
    package static func hex(of bytes: [UInt8]) -> String {
        var sum = SHA256(bytes)
        return sum.finish()
    }

    /// The checksum of `bytes` as 32 bytes.
    package static func bytes(of bytes: [UInt8]) -> [UInt8] {
        var sum = SHA256(bytes)
        return sum.finishBytes()
    }

    private init(_ bytes: [UInt8]) {
        self.init()
        bytes.withUnsafeBytes { update($0) }
    }
}
