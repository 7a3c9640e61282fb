import Espy

/// `espy models`: which models there are, and how they come and go.
struct ModelsCommand {
    let tool: Tool
    let invocation: Invocation

    init(_ tool: Tool, _ invocation: Invocation) throws(UsageError) {
        self.tool = tool
        self.invocation = invocation
        let ofImport = [Flags.modelID, Flags.modelTask, Flags.modelVocabulary, Flags.modelSpace]
        for (flag, action) in ofImport.map({ ($0, "import") })
        where invocation.value(flag) != nil && invocation.action != action {
            throw UsageError("--\(flag.name) is for \(action) only", command: "models")
        }
    }

    func run() async throws -> Exit {
        do {
            return try await act()
        } catch let problem as Problem {
            await tool.console.error(problem.message)
        } catch let error as InferenceError {
            await tool.console.error(Problem(error).message)
        }
        return .failed
    }

    private func act() async throws -> Exit {
        let shelf = try ModelShelf(tool.surroundings)
        switch invocation.action {
        case "install": return try await ModelInstall(self, shelf).run(invocation.operands[0])
        case "import": return try await ModelImport(self, shelf).run(invocation.operands[0])
        case "verify": return try await ModelVerify(self, shelf).run(invocation.operands)
        case "remove": return try await remove(invocation.operands[0], shelf)
        default: return try await list(shelf)
        }
    }

    private func list(_ shelf: ModelShelf) async throws -> Exit {
        let rows = shelf.library.entries.map { ModelRow($0, shelf) }
        if invocation.isOn(Flags.jsonReport) { return try await tool.answer(try JSONText.line(rows)) }
        if rows.isEmpty { await note("no model is known here; set ESPY_MODELS to the folder of manifest.json") }
        let width = rows.map(\.id.count).max() ?? 0
        return try await tool.answer(rows.map { $0.line(width: width) }.joined())
    }

    private func remove(_ id: String, _ shelf: ModelShelf) async throws -> Exit {
        let entry = try shelf.library.entry(id)
        guard entry.origin != nil else {
            let what = shelf.state(of: entry) == .missing ? "is not installed" : "came with Espy"
            throw Problem("notRemovable", "the model \(quoted(id)) \(what); there is nothing to remove")
        }
        try shelf.forget(entry)
        await note("removed \(id)")
        return .complete
    }

    /// The answer of an action that changed one model.
    func answer(_ id: String, _ word: String) async throws -> Exit {
        // Read again: what is shown is what was written.
        let shelf = try ModelShelf(tool.surroundings)
        let row = ModelRow(try shelf.library.entry(id), shelf)
        if invocation.isOn(Flags.jsonReport) { return try await tool.answer(try JSONText.line(row)) }
        await note("\(word) \(id): \(row.state.rawValue), \(row.task.rawValue), \(row.path.map(printable) ?? "")")
        return .complete
    }

    /// One half of a model does little by itself.
    func noteOtherHalf(of entry: ModelEntry) async throws {
        guard let space = entry.space, [.text, .embedder].contains(entry.task) else { return }
        let other: ModelEntry.Task = entry.task == .text ? .embedder : .text
        let shelf = try ModelShelf(tool.surroundings)
        let halves = shelf.library.entries.filter { $0.space == space && $0.task == other }
        if halves.contains(where: { shelf.state(of: $0) != .missing }) {
            await note("photos are found by meaning once they are indexed again: espy gallery update")
        } else {
            let known = halves.first.map { ", such as \($0.id)" } ?? ""
            await note(MeaningModels.words(entry, missing: other) + known)
        }
    }

    /// A line on standard error, unless it is to be quiet.
    func note(_ text: String) async {
        if !invocation.isOn(Flags.quiet) { await tool.console.note(text) }
    }
}
