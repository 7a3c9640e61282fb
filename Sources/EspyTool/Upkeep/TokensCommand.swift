import EspyApp
import EspyServer
import EspySystem

extension Flags {
    static let tokenName = Flag(
        "name", value: FlagValue("NAME", .text(expected: "a name", hints: []) { !$0.isEmpty && $0.utf8.count <= 200 }),
        help: "Name of the program that uses the token.")
    static let tokenScope = Flag(
        "scope",
        value: FlagValue(
            "SCOPES",
            .text(
                expected: "some of " + TokenScope.allCases.map(\.rawValue).joined(separator: ", "),
                hints: TokenScope.allCases.map(\.rawValue)
            ) { TokenScope.list($0) != nil }),
        help: """
            Permissions of the token, separated by commas: scan, count, shelf (send photos and use their jobs), \
            history, history-write, gallery, gallery-write, settings, metrics.
            """)
    static let tokenDays = Flag(
        "days", value: FlagValue("DAYS", .integer(1...3650)),
        help: """
            Number of days until the token expires; by default 90.
            """)
}

extension Command {
    static let tokens = Command(
        "tokens", "manage API tokens",
        details: [
            """
            A program sends its token with each request to “espy serve”, as Authorization: Bearer TOKEN, and gets only \
            the permissions of that token, even on the same machine. A token is shown once, when you create it; only \
            its checksum is stored.
            """,
            """
            An ID is shown by “espy tokens list”. You can shorten it to any unique beginning of at least 4 characters. \
            Revoking a token takes effect immediately, even while the server runs.
            """,
        ],
        actions: [
            Action("list", says: "List tokens: ID, expiration date, permissions and name."),
            Action(
                "new", says: "Create a token and print it.",
                flags: [Flags.tokenName, Flags.tokenScope, Flags.tokenDays]),
            Action("revoke", "ID", count: 1...Int.max, says: "Revoke tokens."),
        ],
        needsAction: false,
        flags: [Flags.jsonReport, Flags.quiet, Flags.help],
        examples: [
            Example(
                "espy tokens new --name lims --scope scan,count --days 90",
                """
                create a token for a program that sends photos
                """),
            Example("espy tokens revoke 3f2a", "revoke a token"),
        ]
    ) { try await TokensCommand(context: $0).run() }
}

/// `espy tokens`: manages API tokens.
private struct TokensCommand {
    let context: CommandContext
    private static let usualDays = 90

    func run() async throws -> Exit {
        switch context.invocation.action {
        case "new": return try await make()
        case "revoke": return try await revoke(in: try store(making: false))
        default: return try await list(try store(making: false))
        }
    }

    private func store(making: Bool) throws -> TokenStore {
        let clock = ServerClock.running(now: context.process.now)
        return try TokenStore.open(context.process, clock: clock, making: making)
    }

    private struct Row: Encodable {
        let id: String
        let name: String
        let scopes: [String]
        let created: Int
        let expires: Int
        let lastUsed: Int?
        /// Present only for a newly created token.
        var token: String?

        init(_ token: AccessToken, secret: String? = nil) {
            (id, name, scopes) = (token.id, token.name, token.scopes)
            (created, expires, lastUsed) = (token.created, token.expires, token.lastUsed)
            self.token = secret
        }
    }

    private func make() async throws -> Exit {
        let invocation = context.invocation
        guard let name = invocation.value(Flags.tokenName),
            let scopes = invocation.value(Flags.tokenScope).flatMap(TokenScope.list)
        else { throw UsageError("a new token needs --name and --scope", command: "tokens") }
        let days = invocation.value(Flags.tokenDays).flatMap { Int($0) } ?? Self.usualDays
        let (token, secret) = try await store(making: true).add(name: name, scopes: scopes, days: days)
        await context.note(
            "valid until \(Timestamp.minute(token.expires)) for \(token.scopes.joined(separator: ", ")); "
                + "it is not shown again")
        if invocation.isOn(Flags.jsonReport) {
            return try await context.answer(JSONText.line(Row(token, secret: secret)))
        }
        return try await context.answer(secret + "\n")
    }

    private func list(_ store: TokenStore) async throws -> Exit {
        let tokens = await store.all()
        if context.invocation.isOn(Flags.jsonReport) {
            return try await context.answer(try tokens.map { try JSONText.line(Row($0)) }.joined())
        }
        if tokens.isEmpty { await context.note("no tokens yet; see espy tokens new") }
        let lines = tokens.map {
            "\($0.id)  \(Timestamp.minute($0.expires))  \($0.scopes.joined(separator: ","))  \(printable($0.name))\n"
        }
        return try await context.answer(lines.joined())
    }

    /// Revokes all named tokens, or none if a name is ambiguous.
    private func revoke(in store: TokenStore) async throws -> Exit {
        let ids = ShortID(command: "tokens", one: "token", several: "tokens")
        let tokens = await store.all()
        for token in try context.invocation.operands.map({ try ids.find($0, among: tokens, by: \.id) }) {
            _ = try await store.remove(token.id)
            await context.note("revoked \(token.id) (\(printable(token.name)))")
        }
        return .complete
    }
}

extension TokenStore {
    /// Opens the list of API tokens.
    ///
    /// - Parameter making: Creates the list's folder, for the user alone, if it is missing.
    static func open(_ process: ProcessEnvironment, clock: ServerClock, making: Bool) throws(Problem) -> TokenStore {
        if making { try Folders(process.environment).makeData() }
        do throws(RecordFileError) {
            return try TokenStore(path: Path.join(Folders(process.environment).data, "tokens.json"), clock: clock)
        } catch {
            throw Problem(error)
        }
    }
}

/// Finds an item by the beginning of its ID.
struct ShortID {
    /// The command that lists the items, and the words for one and several of them.
    let command: String
    let one: String
    let several: String
    private static let shortest = 4

    /// - Throws: An error if the prefix is too short, or matches none or several.
    func find<Thing>(_ id: String, among things: [Thing], by key: (Thing) -> String) throws -> Thing {
        guard id.count >= Self.shortest else {
            throw UsageError("\(quoted(id)): an ID needs at least \(Self.shortest) characters", command: command)
        }
        let found = things.filter { key($0).hasPrefix(id) }
        guard let thing = found.first else {
            throw Problem("notFound", "no \(one) \(quoted(id)); see “espy \(command)”")
        }
        guard found.count == 1 else {
            throw Problem("ambiguous", "several \(several) begin with \(quoted(id)); give more characters")
        }
        return thing
    }
}
