import Espy

/// `espy history clear`: asks first, for there is no way back.
struct HistoryClearing {
    private let command: HistoryCommand

    init(_ command: HistoryCommand) { self.command = command }

    func run(_ history: History) async throws -> Exit {
        let count = try await history.count(of: command.kind)
        guard count > 0 else {
            await command.note("nothing is kept yet")
            return .complete
        }
        guard try await isMeant(count) else {
            await command.note("nothing was deleted")
            return .incomplete
        }
        let keeps = command.invocation.isOn(Flags.keepFavorites)
        let gone = try await history.clear(kind: command.kind, keepingFavorites: keeps)
        await command.note("deleted \(HistoryCommand.entries(gone))")
        return .complete
    }

    private func isMeant(_ count: Int) async throws -> Bool {
        if command.invocation.isOn(Flags.yes) { return true }
        let input = command.tool.surroundings.input
        guard input.isTerminal else {
            throw UsageError("nobody can be asked here; to delete without being asked, give --yes", command: "history")
        }
        let kind = command.kind.map { " of the kind \($0.rawValue)" } ?? ""
        let spared = command.invocation.isOn(Flags.keepFavorites) ? ", favorites aside" : ""
        await command.tool.console.note(
            "This deletes \(HistoryCommand.entries(count))\(kind)\(spared). Type yes to go on:")
        return ["y", "yes"].contains(try input.readLine().lowercased())
    }
}
