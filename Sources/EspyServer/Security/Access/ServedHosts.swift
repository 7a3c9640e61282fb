import EspyHTTP

/// The names by which this server may be called. Anything else is a page elsewhere whose name was made to point here
/// (DNS rebinding), or a mistake.
package struct ServedHosts: Sendable {
    package let port: Int
    package let isEncrypted: Bool
    /// The names and addresses of this machine on its network, in lower case. They are asked for each time, because
    /// they change when it moves to another network. Nil when it is not open to the network.
    private let network: (@Sendable () -> Set<String>)?
    /// What nearly all requests say, by the words that they say it in.
    private let usual: [String: HostField]

    package init(port: Int, isEncrypted: Bool = false, network: (@Sendable () -> Set<String>)? = nil) {
        self.port = port
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

    var scheme: String { isEncrypted ? "https" : "http" }
    private var usualPort: Int { isEncrypted ? 443 : 80 }

    /// - Throws: a problem, unless the request names this server, once and clearly.
    func host(of request: Request) throws(Problem) -> (field: HostField, place: Place) {
        let given = request.headers.all("Host")
        guard given.count == 1 else { throw .badRequest("there must be one Host field") }
        if let host = usual[given[0]] { return (host, .loopback) }
        guard let host = HostField(given[0]), let place = place(of: host) else { throw .wrongHost }
        return (host, place)
    }

    private func place(of host: HostField) -> Place? {
        guard host.port ?? usualPort == port else { return nil }
        if Self.loopback.contains(host.name) { return .loopback }
        return network?().contains(host.name) == true ? .network : nil
    }

    /// Whether an `Origin` is that of a page which was loaded from `host`.
    func isOrigin(_ origin: String, of host: HostField) -> Bool {
        let start = scheme + "://"
        guard origin.lowercased().hasPrefix(start), let named = HostField(String(origin.dropFirst(start.count)))
        else { return false }
        return named.name == host.name && named.port ?? usualPort == host.port ?? usualPort
    }
}
