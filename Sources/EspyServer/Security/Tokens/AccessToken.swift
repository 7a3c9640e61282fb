import EspyHTTP
import EspySystem

/// What a program was given to be let in.
package struct AccessToken: Sendable, Equatable, Codable, Identifiable {
    package let id: String
    /// For people, as ``DeviceName`` has it.
    package let name: String
    package let scopes: [String]
    /// Seconds since 1970.
    package let created: Int
    package let expires: Int
    /// Seconds since 1970, at most a minute old while it is in use; nil before the first use.
    package internal(set) var lastUsed: Int?
    /// The SHA-256 of the token in hexadecimal digits. Whoever reads the file cannot make the token from it.
    let tokenHash: String
}

/// The field by which a program shows its token (RFC 6750).
enum BearerToken {
    private static let prefix = "espy_"
    private static let bytes = 32

    static func make(_ random: RandomSource) -> String { prefix + random.hex(bytes: bytes) }

    /// - Returns: nil where there is no such field.
    /// - Throws: where there are several, or it is not of this form.
    static func token(in headers: Headers) throws(HTTPProblem) -> String? {
        let fields = headers.all("Authorization")
        guard let field = fields.first else { return nil }
        let words = field.split(separator: " ")
        guard fields.count == 1, words.count == 2, words[0].lowercased() == "bearer", isToken(words[1]) else {
            throw .badToken
        }
        return String(words[1])
    }

    private static func isToken(_ text: Substring) -> Bool {
        text.hasPrefix(prefix) && text.utf8.count == prefix.utf8.count + 2 * bytes
            && text.dropFirst(prefix.count).allSatisfy { $0.isHexDigit && $0.isASCII }
    }
}
