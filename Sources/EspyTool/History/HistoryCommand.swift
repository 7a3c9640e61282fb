import Espy

/// `espy history`: what was found before.
struct HistoryCommand {
    let tool: Tool
    let invocation: Invocation
    let file: HistoryFile

    init(_ tool: Tool, _ invocation: Invocation) throws(UsageError) {
        self.tool = tool
        self.invocation = invocation
        file = HistoryFile(tool.surroundings)
        guard !invocation.isOn(Flags.exportCSV) || !invocation.isOn(Flags.exportJSON) else {
            throw UsageError("--csv and --json ask for two forms; choose one", command: "history")
        }
        for id in invocation.operands where id.count < Self.shortestID {
            throw UsageError(
                "\(quoted(id)): an ID needs at least \(Self.shortestID) characters", command: "history")
        }
    }

    func run() async throws -> Exit {
        do {
            return try await act()
        } catch let problem as Problem {
            await tool.console.error(problem.message)
            return .failed
        } catch let error as HistoryError {
            await tool.console.error(Problem(error).message)
            return .failed
        }
    }

    private func act() async throws -> Exit {
        // Looking does not make a file.
        guard file.exists else { return try await answerWithoutHistory() }
        let history = try file.open(making: false)
        try? await history.purge(at: tool.surroundings.now())
        switch invocation.action {
        case "list": return try await HistoryList(self).run(history)
        case "show": return try await HistoryDetails(self).run(history)
        case "export": return try await HistoryExport(self).run(history)
        case "favorite": return try await favorite(history)
        case "delete": return try await delete(history)
        case "restore": return try await restore(history)
        default: return try await HistoryClearing(self).run(history)
        }
    }

    private func answerWithoutHistory() async throws -> Exit {
        if let id = invocation.operands.first { throw HistoryError.notFound(id) }
        if invocation.action == "export" { return try await HistoryExport(self).write([]) }
        await note("nothing is kept yet")
        return .complete
    }

    private func favorite(_ history: History) async throws -> Exit {
        let isFavorite = !invocation.isOn(Flags.off)
        for entry in try await entries(history) { try await history.setFavorite(isFavorite, of: entry.id) }
        return .complete
    }

    private func delete(_ history: History) async throws -> Exit {
        let ids = Set(try await entries(history).map(\.id))
        try await history.delete(ids.sorted(), at: tool.surroundings.now())
        let names = ids.sorted().map { String($0.prefix(8)) }.joined(separator: " ")
        await note("deleted \(Self.entries(ids.count)); within ten minutes, “espy history restore \(names)” undoes it")
        return .complete
    }

    private func restore(_ history: History) async throws -> Exit {
        for id in invocation.operands { try await history.restore(id, at: tool.surroundings.now()) }
        await note("restored \(Self.entries(invocation.operands.count))")
        return .complete
    }

    /// Those that the operands name, in their order.
    func entries(_ history: History) async throws(HistoryError) -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        for id in invocation.operands { entries.append(try await history.entry(id)) }
        return entries
    }

    var kind: HistoryEntry.Kind? { invocation.value(Flags.historyKind).flatMap(HistoryEntry.Kind.init) }

    func note(_ text: String) async {
        if !invocation.isOn(Flags.quiet) { await tool.console.note(text) }
    }

    static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

    private static let shortestID = 4
}
