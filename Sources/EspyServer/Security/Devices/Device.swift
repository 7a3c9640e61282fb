/// A phone or computer that was let in.
package struct Device: Sendable, Equatable, Codable, Identifiable {
    package let id: String
    /// For people. Without control characters, at most ``DeviceName/longest`` characters.
    package let name: String
    /// Seconds since 1970.
    package let created: Int
    /// Seconds since 1970, at most a minute old while it is in use.
    package internal(set) var lastSeen: Int
    /// The SHA-256 of its token in hexadecimal digits. Whoever reads the file cannot make the token from it.
    let tokenHash: String

    /// How long a device stays paired, in seconds: 180 days.
    package static let lifetime = 180 * 24 * 3600
}
