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
