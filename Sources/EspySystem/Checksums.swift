import CNettle
import CZlib

/// The SHA-256 checksum of FIPS 180-4, which the standard library lacks. Takes bytes in pieces of any size.
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
    mutating func finishBytes() -> [UInt8] {
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

/// Size and checksum of a file on disk.
public struct FileSum: Sendable, Equatable {
    public let bytes: Int
    public let sha256: String

    package init(bytes: Int, sha256: String) { (self.bytes, self.sha256) = (bytes, sha256) }

    /// Reads the file piece by piece.
    ///
    /// - Returns: nil when it cannot be read or is not a regular file.
    public init?(path: String) {
        guard let (file, _) = try? DiskFile.regular(path) else { return nil }
        var sum = SHA256()
        var total = 0
        while true {
            guard let piece = try? file.read(at: total, atMost: 1 << 18) else { return nil }
            if piece.isEmpty { break }
            piece.withUnsafeBytes { sum.update($0) }
            total += piece.count
        }
        bytes = total
        sha256 = sum.finish()
    }
}

/// The checksum of ZIP archives and PNG files.
package enum CRC32 {
    package static func of(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(0, bytes, uInt(bytes.count)))
    }
}

/// The libraries that this module uses.
package enum SystemLibraries {
    /// Names and versions.
    package static var versions: [(name: String, version: String)] {
        [
            ("Nettle", "\(nettle_version_major()).\(nettle_version_minor())"),
            ("zlib", zlibVersion().map { String(cString: $0) } ?? "?"),
        ]
    }
}
