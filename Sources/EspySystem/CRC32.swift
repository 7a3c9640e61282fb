import CZlib

/// The checksum of ZIP archives and PNG files.
package enum CRC32 {
    package static func of(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(0, bytes, uInt(bytes.count)))
    }
}
