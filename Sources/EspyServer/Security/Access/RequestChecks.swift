import EspyHTTP

/// Keeps pages of other sites from using this server through the browser of someone who may (CSRF).
struct OriginCheck {
    let hosts: ServedHosts
    let host: HostField

    func check(_ request: Request) throws(HTTPProblem) {
        guard isWelcome(request) else { throw .foreignOrigin }
    }

    private func isWelcome(_ request: Request) -> Bool {
        let origins = request.headers.all("Origin")
        guard origins.count <= 1 else { return false }
        // `null` is a page without an origin of its own, such as a frame in a sandbox.
        if let origin = origins.first, !hosts.isOrigin(origin, of: host, from: request.peer) { return false }
        let sites = request.headers.all("Sec-Fetch-Site")
        guard let site = sites.first else { return true }
        guard sites.count == 1 else { return false }
        // Other ports of this machine are the same site, but not the same origin.
        return ["same-origin", "none"].contains(site) || isFollowedLink(request)
    }

    /// A link on another page may lead here: looking changes nothing, and that page does not see the answer.
    private func isFollowedLink(_ request: Request) -> Bool {
        [.get, .head].contains(request.method) && request.headers["Sec-Fetch-Mode"] == "navigate"
            && request.headers["Sec-Fetch-Dest"] == "document"
    }
}

/// What a listener promises of every path, looked at once more, because files are found by it.
enum TargetCheck {
    static let longestPath = 2048

    static func check(_ request: Request) throws(HTTPProblem) {
        let bytes = request.path.reduce(0) { $0 + $1.utf8.count + 1 }
        guard bytes <= longestPath else { throw HTTPProblem(414, "too-long", "The path is too long.") }
        guard request.path.allSatisfy(isSane) else { throw .badRequest("there is no such path") }
    }

    private static func isSane(_ part: String) -> Bool {
        guard !part.isEmpty, part != ".", part != ".." else { return false }
        return part.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
    }
}
