import EspyApp
import EspyHTTP
import EspyServer
import EspySystem

extension Flags {
    static let tokenName = Flag(
        "name", value: FlagValue("NAME", .text(expected: "a name", hints: []) { !$0.isEmpty && $0.utf8.count <= 200 }),
        help: "Of the program that the token is for.")
    static let tokenScope = Flag(
        "scope",
        value: FlagValue(
            "SCOPES",
            .text(
                expected: "some of " + TokenScope.allCases.map(\.rawValue).joined(separator: ", "),
                hints: TokenScope.allCases.map(\.rawValue)
            ) { TokenScope.list($0) != nil }),
        help: """
            What it may do, with commas between: scan, count, shelf (sending photos and their jobs with them), history, \
            history-write, gallery, gallery-write, settings, metrics.
            """)
    static let tokenDays = Flag(
        "days", value: FlagValue("DAYS", .integer(1...3650)), help: "How long it is good; 90 days by default.")
}

extension Command {
    static let tokens = Command(
        "tokens", "let programs in, each for what it does",
        details: [
            """
            A program sends its token with each request to “espy serve”, as Authorization: Bearer TOKEN, and may then do \
            what the token is for and nothing else, also on the machine itself. A token is shown once, when it is made; \
            only its checksum is kept.
            """,
            """
            An ID is what “espy tokens list” shows, or any beginning of it that is at least 4 characters long and belongs \
            to one token only. One that is revoked is worth nothing at once, also while the server runs.
            """,
        ],
        actions: [
            Action("list", says: "One line for each token: its ID, until when it is good, what for, its name."),
            Action("new", says: "Make one, and print it."),
            Action("revoke", "ID", count: 1...Int.max, says: "End tokens."),
        ],
        needsAction: false,
        flags: [
            Flags.tokenName, Flags.tokenScope, Flags.tokenDays, Flags.jsonReport, Flags.quiet, Flags.help,
        ],
        examples: [
            Example("espy tokens new --name lims --scope scan,count --days 90", "a program that sends photos"),
            Example("espy tokens revoke 3f2a", "it is not used any more"),
        ]
    ) { try await TokensCommand(context: $0).run() }
}

/// `espy tokens`: programs that are let in.
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
        let clock = ServerClock.running(now: context.surroundings.now)
        return try TokenStore.open(context.surroundings, clock: clock, making: making)
    }

    private struct Row: Encodable {
        let id: String
        let name: String
        let scopes: [String]
        let created: Int
        let expires: Int
        let lastUsed: Int?
        /// Only when it was just made.
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
            "good until \(Timestamp.minute(token.expires)) for \(token.scopes.joined(separator: ", ")); "
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
        if tokens.isEmpty { await context.note("there is no token; see espy tokens new") }
        let lines = tokens.map {
            "\($0.id)  \(Timestamp.minute($0.expires))  \($0.scopes.joined(separator: ","))  \(printable($0.name))\n"
        }
        return try await context.answer(lines.joined())
    }

    /// All of them, or none when one is not clear.
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
    /// The tokens that the user has made.
    ///
    /// - Parameter making: make the folder of the list, for the user alone, where there is none.
    static func open(_ surroundings: Surroundings, clock: ServerClock, making: Bool) throws(Problem) -> TokenStore {
        if making { try Folders(surroundings.environment).makeData() }
        do throws(RecordFileError) {
            return try TokenStore(path: Path.join(Folders(surroundings.environment).data, "tokens.json"), clock: clock)
        } catch {
            throw Problem(error)
        }
    }
}

/// Names one of several things by the beginning of its ID.
struct ShortID {
    /// The command that lists the things, and what one and several of them are called.
    let command: String
    let one: String
    let several: String
    private static let shortest = 4

    /// - Throws: that the beginning is too short, or fits none or more than one.
    func find<Thing>(_ id: String, among things: [Thing], by key: (Thing) -> String) throws -> Thing {
        guard id.count >= Self.shortest else {
            throw UsageError("\(quoted(id)): an ID needs at least \(Self.shortest) characters", command: command)
        }
        let found = things.filter { key($0).hasPrefix(id) }
        guard let thing = found.first else {
            throw Problem("notFound", "no \(one) \(quoted(id)); “espy \(command)” shows all")
        }
        guard found.count == 1 else {
            throw Problem("ambiguous", "several \(several) begin with \(quoted(id)); give more of it")
        }
        return thing
    }
}
