import EspyHTTP

/// The cookie by which a paired device is known.
enum DeviceCookie {
    static let name = "espy_device"
    private static let tokenBytes = 32

    static func newToken(_ random: RandomSource) -> String { random.hex(bytes: tokenBytes) }

    /// - HttpOnly: no script can read it.
    /// - SameSite=Strict: requests that other sites cause come without it.
    /// - Parameter isEncrypted: then it is never sent in clear.
    static func field(token: String, isEncrypted: Bool) -> String {
        let parts = ["\(name)=\(token)", "Max-Age=\(Device.lifetime)", "Path=/", "HttpOnly", "SameSite=Strict"]
        return (parts + (isEncrypted ? ["Secure"] : [])).joined(separator: "; ")
    }

    /// The tokens in a request: one, unless another program on the same host has set a cookie of that name, too.
    static func tokens(in headers: Headers) -> [String] {
        let pairs = headers.all("Cookie").flatMap { $0.split(separator: ";") }
        let found = pairs.compactMap { pair -> String? in
            let pair = pair.drop { $0 == " " }
            guard pair.hasPrefix(name + "=") else { return nil }
            let token = pair.dropFirst(name.utf8.count + 1)
            return isToken(token) ? String(token) : nil
        }
        return Array(found.prefix(4))
    }

    private static func isToken(_ text: Substring) -> Bool {
        text.utf8.count == 2 * tokenBytes && text.allSatisfy { $0.isHexDigit && $0.isASCII }
    }
}
