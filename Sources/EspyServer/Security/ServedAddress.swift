import EspyHTTP
import Foundation

/// The host names of this server. A request with any other name comes from another site's page whose name was made to
/// point here (DNS rebinding), or is a mistake.
package struct ServedHosts: Sendable {
    package let port: Int
    package let isEncrypted: Bool
    /// Returns the names and addresses of this machine on its network, in lower case. Called each time, because they
    /// change with the network. Nil if the server is not open to the network.
    private let network: (@Sendable () -> Set<String>)?
    /// Additional names from the user, in lower case; a proxy may have its own port.
    private let names: Set<String>
    /// The parsed form of the host values in nearly all requests.
    private let usual: [String: HostField]

    package init(
        port: Int, isEncrypted: Bool = false, names: Set<String> = [], network: (@Sendable () -> Set<String>)? = nil
    ) {
        self.port = port
        self.names = names
        self.isEncrypted = isEncrypted
        self.network = network
        let texts = ["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)"]
        usual = texts.reduce(into: [:]) { $0[$1] = HostField($1) }
    }

    enum Place: Equatable {
        case loopback
        case network
    }

    static let loopback: Set<String> = ["localhost", "127.0.0.1", "::1"]

    private var usualPort: Int { isEncrypted ? 443 : 80 }

    /// - Throws: A problem, unless the request names this server exactly once.
    func host(of request: Request) throws(HTTPProblem) -> (field: HostField, place: Place) {
        let given = request.headers.all("Host")
        guard given.count == 1 else { throw .badRequest("there must be one Host field") }
        if request.peer.isForwarded {
            guard let host = HostField(given[0]), names.contains(host.name) else { throw .wrongHost }
            return (host, .network)
        }
        if let host = usual[given[0]] { return (host, .loopback) }
        guard let host = HostField(given[0]), let place = place(of: host) else { throw .wrongHost }
        return (host, place)
    }

    private func place(of host: HostField) -> Place? {
        guard host.port ?? usualPort == port else { return nil }
        if Self.loopback.contains(host.name) { return .loopback }
        return names.contains(host.name) || network?().contains(host.name) == true ? .network : nil
    }

    /// Whether an `Origin` belongs to a page that was loaded from `host`.
    func isOrigin(_ origin: String, of host: HostField, from peer: Request.Peer = .loopback) -> Bool {
        // Behind a proxy, only the proxy knows how the page was loaded.
        let isEncrypted = peer.isForwarded ? peer.isEncrypted : isEncrypted
        let usualPort = isEncrypted ? 443 : 80
        let start = isEncrypted ? "https://" : "http://"
        guard origin.lowercased().hasPrefix(start), let named = HostField(String(origin.dropFirst(start.count)))
        else { return false }
        return named.name == host.name && named.port ?? usualPort == host.port ?? usualPort
    }
}

/// The host that a client addresses: a `Host` field, or the part after the scheme of an `Origin`.
package struct HostField: Equatable, Sendable {
    /// In lower case; an IPv6 address in its shortest form, without brackets.
    package let name: String
    package let port: Int?

    /// - Returns: nil for anything except a plain name or address with an optional port. Legitimate clients do not send
    ///   user names, paths, escapes or other alphabets here.
    package init?(_ text: String) {
        guard text.utf8.count <= 300 else { return nil }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"),
                let address = Self.shortest(text[text.index(after: text.startIndex)..<end])
            else { return nil }
            name = address
            guard let port = Self.port(text[text.index(after: end)...]) else { return nil }
            self.port = port.number
        } else {
            let end = text.firstIndex(of: ":") ?? text.endIndex
            let name = text[..<end].lowercased()
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
            self.name = name
            guard let port = Self.port(text[end...]) else { return nil }
            self.port = port.number
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Parses the rest after the name: nothing, or a colon and a number.
    private static func port(_ text: Substring) -> (number: Int?, Void)? {
        if text.isEmpty { return (nil, ()) }
        let digits = text.dropFirst()
        guard text.first == ":", (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), digits.first != "0",
            let number = Int(digits), number <= 65535
        else { return nil }
        return (number, ())
    }

    /// The canonical form of an IPv6 address (RFC 5952).
    static func shortest(_ address: some StringProtocol) -> String? {
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, String(address), &bytes) == 1 else { return nil }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The proxies that are trusted to report the client's address, the host name, and whether the connection is encrypted.
/// These fields are ignored in requests from anywhere else.
package struct TrustedProxies: Sendable, Equatable {
    private let ranges: [AddressRange]
    private static let fields = ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"]

    /// - Parameter text: Addresses and ranges (`10.0.0.0/8`), separated by commas.
    /// - Returns: nil if one of them is invalid.
    package init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let ranges = parts.map { AddressRange($0.trimmingCharacters(in: .whitespaces)) }
        guard !ranges.contains(nil) else { return nil }
        self.ranges = ranges.compactMap(\.self)
    }

    func includes(_ address: String) -> Bool {
        guard let bytes = AddressRange.bytes(of: address) else { return false }
        return ranges.contains { $0.includes(bytes) }
    }

    /// Returns the request as the client sent it to the proxy. Requests from elsewhere are unchanged.
    ///
    /// A request through a proxy never counts as local, even if it does not name its client: otherwise a proxy that was
    /// not set up to name them would make all clients local.
    func unwrapped(_ request: Request) throws(HTTPProblem) -> Request {
        guard includes(request.peer.address) else { return request }
        var request = request
        let saysSomething = Self.fields.contains { request.headers[$0] != nil }
        let isEncrypted = try scheme(request.headers).map { $0 == "https" } ?? request.peer.isEncrypted
        request.peer = Request.Peer(
            address: try client(request.headers) ?? request.peer.address, isLoopback: false, isEncrypted: isEncrypted,
            isForwarded: saysSomething)
        if let host = try single("X-Forwarded-Host", request.headers) { request.headers["Host"] = host }
        return request
    }

    /// The last address in the chain that is not a trusted proxy: anything before it could be forged.
    private func client(_ headers: Headers) throws(HTTPProblem) -> String? {
        let chain = headers.all("X-Forwarded-For")
            .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        guard chain.count <= 64 else { throw .badForwarding }
        var last: String?
        for text in chain.reversed() {
            guard let address = AddressRange.plain(text.trimmingCharacters(in: .whitespaces)) else {
                throw .badForwarding
            }
            last = address
            if !includes(address) { break }
        }
        return last
    }

    private func scheme(_ headers: Headers) throws(HTTPProblem) -> String? {
        guard let scheme = try single("X-Forwarded-Proto", headers)?.lowercased() else { return nil }
        guard ["http", "https"].contains(scheme) else { throw .badForwarding }
        return scheme
    }

    private func single(_ name: String, _ headers: Headers) throws(HTTPProblem) -> String? {
        let values = headers.all(name)
        guard values.count <= 1, values.first?.contains(",") != true else { throw .badForwarding }
        return values.first
    }
}

/// A range of addresses with the same prefix.
private struct AddressRange: Sendable, Equatable {
    private let start: [UInt8]
    private let bits: Int

    /// - Parameter text: `127.0.0.1`, `::1`, `10.0.0.0/8`, `fd00::/8`
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), let start = Self.bytes(of: parts[0]) else { return nil }
        self.start = start
        guard parts.count == 2 else {
            bits = start.count * 8
            return
        }
        guard let bits = Int(parts[1]), (0...start.count * 8).contains(bits) else { return nil }
        self.bits = bits
    }

    func includes(_ address: [UInt8]) -> Bool {
        guard address.count == start.count else { return false }
        return (0..<bits).allSatisfy { (address[$0 / 8] ^ start[$0 / 8]) & (0x80 >> ($0 % 8)) == 0 }
    }

    /// The bytes of an address: four or sixteen. An IPv4 address that is mapped to IPv6 has four.
    static func bytes(of address: String) -> [UInt8]? {
        var (old, new) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, address, &old) == 1 { return withUnsafeBytes(of: &old) { Array($0) } }
        guard inet_pton(AF_INET6, address, &new) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &new) { Array($0) }
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        return bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
    }

    /// The address without brackets and port, which some proxies add.
    static func plain(_ text: String) -> String? {
        var address = text
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            address = String(text[text.index(after: text.startIndex)..<end])
        } else if text.count(where: { $0 == ":" }) == 1, let end = text.firstIndex(of: ":") {
            address = String(text[..<end])
        }
        return bytes(of: address) == nil ? nil : address
    }
}

/// The base path, if a proxy serves other things beside Espy: `/lab/espy`, or empty.
package struct BasePath: Sendable, Equatable {
    package static let none = BasePath(parts: [])

    private let parts: [String]
    /// Pages could not distinguish these from their own paths.
    private static let taken: Set<String> = [
        "api", "app", "count", "rack", "shelf", "gallery", "history", "settings", "pair", "healthz", "metrics",
    ]

    private init(parts: [String]) { self.parts = parts }

    /// - Parameter text: Letters, digits, `-`, `_`, `.` and `~` between slashes; `/` means none.
    package init?(_ text: String) {
        let parts = text.split(separator: "/").map(String.init)
        let isFine = parts.allSatisfy { part in
            part != "." && part != ".."
                && part.utf8.allSatisfy { byte in
                    switch Character(Unicode.Scalar(byte)) {
                    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "~": true
                    default: false
                    }
                }
        }
        guard text.hasPrefix("/"), isFine, !Self.taken.contains(parts.first ?? ""), text.utf8.count <= 200 else {
            return nil
        }
        self.parts = parts
    }

    /// As a prefix of paths: `/lab/espy`, or empty.
    package var text: String { parts.map { "/" + $0 }.joined() }

    /// The path of a request without the base path; nil if it is outside.
    func inner(_ path: [String]) -> [String]? {
        path.starts(with: parts) ? Array(path.dropFirst(parts.count)) : nil
    }

    /// Prepends it to paths of this server in a response.
    func mark(_ response: inout Response) {
        guard !parts.isEmpty, let location = response.headers["Location"], location.hasPrefix("/") else { return }
        response.headers["Location"] = text + location
    }

    /// Inserts it into the two files of the web app that contain absolute paths; everything else asks the page for its
    /// location.
    func mark(_ file: Data, of name: String) -> [UInt8] {
        guard !parts.isEmpty, ["index.html", "manifest.webmanifest"].contains(name) else { return Array(file) }
        let text = String(decoding: file, as: UTF8.self)
        return Array(text.replacingOccurrences(of: "\"/", with: "\"\(self.text)/").utf8)
    }
}
