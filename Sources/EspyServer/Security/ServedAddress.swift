import EspyHTTP
import Foundation

/// The names by which this server may be called. Anything else is a page elsewhere whose name was made to point here
/// (DNS rebinding), or a mistake.
package struct ServedHosts: Sendable {
    package let port: Int
    package let isEncrypted: Bool
    /// The names and addresses of this machine on its network, in lower case. They are asked for each time, because
    /// they change when it moves to another network. Nil when it is not open to the network.
    private let network: (@Sendable () -> Set<String>)?
    /// Further names that somebody gave it, in lower case; a proxy may have its own port.
    private let names: Set<String>
    /// What nearly all requests say, by the words that they say it in.
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

    /// - Throws: a problem, unless the request names this server, once and clearly.
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

    /// Whether an `Origin` is that of a page which was loaded from `host`.
    func isOrigin(_ origin: String, of host: HostField, from peer: Request.Peer = .loopback) -> Bool {
        // Behind a proxy, the proxy knows how the page was loaded.
        let isEncrypted = peer.isForwarded ? peer.isEncrypted : isEncrypted
        let usualPort = isEncrypted ? 443 : 80
        let start = isEncrypted ? "https://" : "http://"
        guard origin.lowercased().hasPrefix(start), let named = HostField(String(origin.dropFirst(start.count)))
        else { return false }
        return named.name == host.name && named.port ?? usualPort == host.port ?? usualPort
    }
}

/// Where a client believes it is talking to: a `Host` field, or what stands behind the scheme of an `Origin`.
package struct HostField: Equatable, Sendable {
    /// In lower case; an IPv6 address in its shortest form, without brackets.
    package let name: String
    package let port: Int?

    /// - Returns: nil for anything but a plain name or address and perhaps a port. Nobody who means well sends user
    ///   names, paths, escapes or other alphabets here.
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

    /// What follows the name: nothing, or a colon and a number.
    private static func port(_ text: Substring) -> (number: Int?, Void)? {
        if text.isEmpty { return (nil, ()) }
        let digits = text.dropFirst()
        guard text.first == ":", (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), digits.first != "0",
            let number = Int(digits), number <= 65535
        else { return nil }
        return (number, ())
    }

    /// An IPv6 address as everybody writes it (RFC 5952).
    static func shortest(_ address: some StringProtocol) -> String? {
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, String(address), &bytes) == 1 else { return nil }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Proxies whose word on who asks, by which name and whether encrypted, is believed. What anyone else says in such fields
/// is not looked at.
package struct TrustedProxies: Sendable, Equatable {
    private let ranges: [AddressRange]
    private static let fields = ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"]

    /// - Parameter text: addresses and ranges (`10.0.0.0/8`) with commas between them.
    /// - Returns: nil when one of them is none.
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

    /// The request as its client sent it to the proxy. One that comes from elsewhere stays as it is.
    ///
    /// A request of a proxy never comes from this machine, also where it says nothing of its client: a proxy that was not
    /// set up to do so would otherwise make everyone local.
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

    /// The last address of the chain that is no proxy of ours: what stands before it anyone can have made up.
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

/// Addresses with the same beginning.
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

    /// Four or sixteen; an address of the old kind that is written as a new one has four.
    static func bytes(of address: String) -> [UInt8]? {
        var (old, new) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, address, &old) == 1 { return withUnsafeBytes(of: &old) { Array($0) } }
        guard inet_pton(AF_INET6, address, &new) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &new) { Array($0) }
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        return bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
    }

    /// Without brackets and port, which some proxies add.
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

/// The path below which everything lies where a proxy has other things beside Espy: `/lab/espy`, or nothing.
package struct BasePath: Sendable, Equatable {
    package static let none = BasePath(parts: [])

    private let parts: [String]
    /// Pages could not tell these from their own paths.
    private static let taken: Set<String> = [
        "api", "app", "count", "rack", "shelf", "gallery", "history", "settings", "pair", "healthz", "metrics",
    ]

    private init(parts: [String]) { self.parts = parts }

    /// - Parameter text: of letters, digits, `-`, `_`, `.` and `~` between slashes; `/` is none.
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

    /// As it stands before a path: `/lab/espy`, or empty.
    package var text: String { parts.map { "/" + $0 }.joined() }

    /// The path of a request without it; nil for one that lies elsewhere.
    func inner(_ path: [String]) -> [String]? {
        path.starts(with: parts) ? Array(path.dropFirst(parts.count)) : nil
    }

    /// Puts it before what the answer names on this server.
    func mark(_ response: inout Response) {
        guard !parts.isEmpty, let location = response.headers["Location"], location.hasPrefix("/") else { return }
        response.headers["Location"] = text + location
    }

    /// Puts it into one of the two files of the web app that name others by whole paths; all else asks the page where
    /// it lies.
    func mark(_ file: Data, of name: String) -> [UInt8] {
        guard !parts.isEmpty, ["index.html", "manifest.webmanifest"].contains(name) else { return Array(file) }
        let text = String(decoding: file, as: UTF8.self)
        return Array(text.replacingOccurrences(of: "\"/", with: "\"\(self.text)/").utf8)
    }
}
