import Espy
package import EspyHTTP
package import EspySystem

/// The tokens of programs. Changes by another process are noticed at the next request.
package actor TokenStore {
    package static let most = 100

    private let file: RecordFile<AccessToken>
    private let clock: ServerClock
    private let random: RandomSource
    private var tokens: [AccessToken]
    private var stamp: FileStatus?

    /// - Throws: ``RecordFileError`` if the file cannot be read or is invalid.
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

    /// The valid tokens, the newest first.
    package func all() -> [AccessToken] {
        refresh()
        return tokens.filter(isValid).reversed()
    }

    /// - Returns: The token with its scopes; nil if it is unknown or expired.
    package func token(_ secret: String) -> AccessToken? {
        refresh()
        let hash = Array(SHA256.hex(of: Array(secret.utf8)).utf8)
        let index = tokens.firstIndex { ConstantTime.areEqual(Array($0.tokenHash.utf8), hash) && isValid($0) }
        guard let index else { return nil }
        noteUse(index)
        return tokens[index]
    }

    /// Creates a token.
    /// - Returns: The record and the secret, which cannot be retrieved later.
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

    /// - Returns: Whether it existed.
    package func remove(_ id: String) throws(HTTPProblem) -> Bool {
        refresh()
        guard tokens.contains(where: { $0.id == id && isValid($0) }) else { return false }
        try change { $0.removeAll { $0.id == id } }
        return true
    }

    /// Forwards events as long as the token is valid.
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
        // Not worth failing for, because it is only displayed.
        try? change { list in
            for index in list.indices where list[index].id == id { list[index].lastUsed = now }
        }
    }

    /// Changes the current list in the file.
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

/// A token for a program.
package struct AccessToken: Sendable, Equatable, Codable, Identifiable {
    package let id: String
    /// For display; follows the rules of ``DeviceName``.
    package let name: String
    package let scopes: [String]
    /// Seconds since 1970.
    package let created: Int
    package let expires: Int
    /// Seconds since 1970, at most a minute old while it is in use; nil before the first use.
    package internal(set) var lastUsed: Int?
    /// The SHA-256 of the token in hexadecimal digits. The token cannot be derived from it.
    let tokenHash: String
}

/// The header field with a program's token (RFC 6750).
enum BearerToken {
    private static let prefix = "espy_"
    private static let bytes = 32

    static func make(_ random: RandomSource) -> String { prefix + random.hex(bytes: bytes) }

    /// - Returns: nil if there is no such field.
    /// - Throws: An error if there are several, or the form is invalid.
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

/// A permission of a token. All tokens also permit asking for the server's features, and uploading and reading photos
/// and jobs where the work needs that.
package enum TokenScope: String, Sendable, CaseIterable {
    /// Reading racks.
    case scan
    case count
    case shelf
    /// Reading results.
    case history
    /// Correcting and deleting results.
    case historyWrite = "history-write"
    /// Reading the photo library.
    case gallery
    /// Changing tags, ratings, albums and folders.
    case galleryWrite = "gallery-write"
    case settings
    /// Monitoring.
    case metrics

    /// - Parameter text: Names separated by commas.
    /// - Returns: nil if a name is unknown, or there are none.
    package static func list(_ text: String) -> Set<TokenScope>? {
        let scopes = text.split(separator: ",", omittingEmptySubsequences: false).map {
            TokenScope(rawValue: String($0))
        }
        return scopes.contains(nil) ? nil : Set(scopes.compactMap(\.self))
    }
}

/// The scopes of each route: one of them is enough. A route that is missing here is closed to all programs.
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
        // Uploading a list for a comparison changes nothing.
        case "history": return route.method == .get || parts.last == "comparison" ? [.history] : [.historyWrite]
        case "books", "books.csv", "places", "same-books", "book-lists":
            return route.method == .get ? [.history] : [.historyWrite]
        case "gallery": return gallery(route, parts)
        // A program that may count may also use the user's recipes.
        case "recipes": return route.method == .get ? [.count] : [.settings]
        case "settings": return [.settings]
        // Only users decide who has access.
        default: return []
        }
    }

    private static func gallery(_ route: Route, _ parts: [String]) -> Set<TokenScope> {
        // A request for an export of selected entries; nothing changes.
        let isReading = route.method == .get || parts.last == "export"
        return isReading ? [.gallery] : [.galleryWrite]
    }

    /// - Throws: An error if the program lacks the scope. Other callers are always allowed.
    static func check(_ caller: Request.Caller, _ route: Route) throws(HTTPProblem) {
        guard case .program(_, let scopes) = caller else { return }
        let needed = needed(route)
        guard needed.contains(where: { scopes.contains($0.rawValue) }) else {
            throw .missingScope(needed.map(\.rawValue).sorted())
        }
    }
}
