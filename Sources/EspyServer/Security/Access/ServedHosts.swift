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
