import EspyInference

/// For the faces of the library, which know secrets and files by their checksum.
package enum Checksum {
    /// 64 hexadecimal digits.
    package static func sha256(_ bytes: [UInt8]) -> String { SHA256.hex(of: bytes) }

    /// 32 bytes.
    package static func sha256Bytes(_ bytes: [UInt8]) -> [UInt8] {
        var sum = SHA256()
        bytes.withUnsafeBytes { sum.update($0) }
        return sum.finishBytes()
    }
}
