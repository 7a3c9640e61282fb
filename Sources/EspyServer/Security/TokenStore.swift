import Espy
package import EspyHTTP
package import EspySystem

/// The tokens of programs. Another process may change the list, which is noticed at the next request.
package actor TokenStore {
    package static let most = 100

    private let file: RecordFile<AccessToken>
    private let clock: ServerClock
    private let random: RandomSource
    private var tokens: [AccessToken]
    private var stamp: FileStatus?

    /// - Throws: ``RecordFileError`` when the file cannot be read or makes no sense.
    package init(path: String, clock: ServerClock, random: RandomSource = .system) throws(RecordFileError) {
        file = RecordFile(path: path, key: "tokens")
        self.clock = clock
        self.random = random
        stamp = file.stamp()
        do throws(RecordFileFailure) {
            tokens = try file.read()
        } catch {
            throw RecordFileError(path, error, list: "tokens", remedy: "make them")
        }
    }

    /// Those that are good, the newest first.
    package func all() -> [AccessToken] {
        refresh()
        return tokens.filter(isValid).reversed()
    }

    /// - Returns: what this token lets its program do; nil when it is none, or good no more.
    package func token(_ secret: String) -> AccessToken? {
        refresh()
        let hash = Array(SHA256.hex(of: Array(secret.utf8)).utf8)
        let index = tokens.firstIndex { ConstantTime.areEqual(Array($0.tokenHash.utf8), hash) && isValid($0) }
        guard let index else { return nil }
        noteUse(index)
        return tokens[index]
    }

    /// Makes one.
    /// - Returns: also the token itself, which nobody can be told again.
    package func add(
        name: String, scopes: Set<TokenScope>, days: Int
    ) throws(HTTPProblem) -> (token: AccessToken, secret: String) {
        guard all().count < Self.most else { throw .tooManyTokens }
        let (secret, now) = (BearerToken.make(random), clock.now())
        let made = AccessToken(
            id: random.hex(bytes: 8), name: DeviceName.name(given: name, userAgent: nil),
            scopes: scopes.map(\.rawValue).sorted(), created: now, expires: now + days * 86_400, lastUsed: nil,
            tokenHash: SHA256.hex(of: Array(secret.utf8)))
        try change { $0 = $0.filter(self.isValid) + [made] }
        return (made, secret)
    }

    /// - Returns: whether there was one.
    package func remove(_ id: String) throws(HTTPProblem) -> Bool {
        refresh()
        guard tokens.contains(where: { $0.id == id && isValid($0) }) else { return false }
        try change { $0.removeAll { $0.id == id } }
        return true
    }

    /// The same events, as long as the token is good.
    nonisolated func whileGood(_ id: String, _ events: AsyncStream<ServerEvent>) -> AsyncStream<ServerEvent> {
        AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
            let task = Task {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { for await event in events { continuation.yield(event) } }
                    group.addTask {
                        while await self.all().contains(where: { $0.id == id }) {
                            guard (try? await Task.sleep(for: .seconds(2))) != nil else { return }
                        }
                    }
                    await group.next()
                    group.cancelAll()
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func isValid(_ token: AccessToken) -> Bool { clock.now() < token.expires }

    private func refresh() {
        let found = file.stamp()
        guard found != stamp, let list = try? file.read() else { return }
        (tokens, stamp) = (list, found)
    }

    private func noteUse(_ index: Int) {
        let (now, id) = (clock.now(), tokens[index].id)
        guard now - (tokens[index].lastUsed ?? 0) >= 60 else { return }
        tokens[index].lastUsed = now
        // Not worth failing for: it is only shown.
        try? change { list in
            for index in list.indices where list[index].id == id { list[index].lastUsed = now }
        }
    }

    /// Changes the list as it stands in the file now.
    private func change(_ body: (inout [AccessToken]) -> Void) throws(HTTPProblem) {
        do throws(RecordFileFailure) {
            (tokens, stamp) = try file.locked { () throws(RecordFileFailure) in
                var list = try file.read()
                body(&list)
                try file.write(list)
                return (list, file.stamp())
            }
        } catch {
            throw .tokensNotKept
        }
    }
}

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

/// What a program may do that shows a token. It may also ask what is served, and send and look at photos and jobs where
/// its work needs that.
package enum TokenScope: String, Sendable, CaseIterable {
    /// Boxes of vials.
    case scan
    case count
    case shelf
    /// Looking at what was found.
    case history
    /// Correcting and deleting it.
    case historyWrite = "history-write"
    /// Looking at the photo library.
    case gallery
    /// Tags, ratings, albums and folders of it.
    case galleryWrite = "gallery-write"
    case settings
    /// How the server is.
    case metrics

    /// - Parameter text: names with commas between them.
    /// - Returns: nil when one is none, or there is none.
    package static func list(_ text: String) -> Set<TokenScope>? {
        let scopes = text.split(separator: ",", omittingEmptySubsequences: false).map {
            TokenScope(rawValue: String($0))
        }
        return scopes.contains(nil) ? nil : Set(scopes.compactMap(\.self))
    }
}

/// Which tokens open which route: one of these scopes is enough. A route that is not here is closed to all programs.
package enum RouteScopes {
    private static let finding: Set<TokenScope> = [.scan, .count, .shelf]
    private static let any = Set(TokenScope.allCases)

    package static func needed(_ route: Route) -> Set<TokenScope> {
        let parts = route.path.split(separator: "/").map(String.init)
        if parts == ["metrics"] { return [.metrics] }
        if parts.first == "dp5" { return [.scan] }
        if parts == ["healthz"] { return any }
        guard parts.starts(with: ["api", "v1"]), parts.count > 2 else { return [] }
        switch parts[2] {
        case "health", "about", "openapi.yaml", "authority.crt", "authority.mobileconfig": return any
        case "photos", "jobs": return finding
        case "racks", "scan": return [.scan]
        case "counts": return [.count]
        case "shelves", "shelf-streams": return [.shelf]
        // A list that is compared with changes nothing.
        case "history": return route.method == .get || parts.last == "comparison" ? [.history] : [.historyWrite]
        case "books", "books.csv", "places", "same-books", "book-lists":
            return route.method == .get ? [.history] : [.historyWrite]
        case "gallery": return gallery(route, parts)
        // What is kept for a person, a program that counts may use.
        case "recipes": return route.method == .get ? [.count] : [.settings]
        case "settings": return [.settings]
        // Who is let in, people decide.
        default: return []
        }
    }

    private static func gallery(_ route: Route, _ parts: [String]) -> Set<TokenScope> {
        // Asks for an export of what is chosen; nothing changes.
        let isReading = route.method == .get || parts.last == "export"
        return isReading ? [.gallery] : [.galleryWrite]
    }

    /// - Throws: that the program may not do this; nothing for all other callers.
    static func check(_ caller: Request.Caller, _ route: Route) throws(HTTPProblem) {
        guard case .program(_, let scopes) = caller else { return }
        let needed = needed(route)
        guard needed.contains(where: { scopes.contains($0.rawValue) }) else {
            throw .missingScope(needed.map(\.rawValue).sorted())
        }
    }
}
