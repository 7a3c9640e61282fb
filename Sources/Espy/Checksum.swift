import EspyInference

/// For the faces of the library, which know secrets and files by their checksum.
package enum Checksum {
    /// 64 hexadecimal digits.
    package static func sha256(_ bytes: [UInt8]) -> String { SHA256.hex(of: bytes) }
}
