import Espy
import EspyApp
import EspyHTTP
import EspyInference

/// `espy models verify`: are the files what they should be, and do they work?
struct ModelVerify {
    private let command: ModelsCommand
    private let store: ModelStore

    init(_ command: ModelsCommand, _ store: ModelStore) {
        self.command = command
        self.store = store
    }

    private struct Finding: Encodable {
        let id: String
        let isFine: Bool
        let state: ModelStore.State
        let error: Problem?

        /// `ok    yolox-s  unverified`
        func line(width: Int) -> String {
            let told = error.map(\.message) ?? state.rawValue
            return "\(isFine ? "ok" : "BAD")".padded(to: 6) + id.padded(to: width + 2) + told + "\n"
        }
    }

    /// - Parameter ids: none means all that are there.
    func run(_ ids: [String]) async throws -> Exit {
        let here = store.library.entries.filter { store.state(of: $0) != .missing }.map(\.id)
        let chosen = ids.isEmpty ? here : ids
        if chosen.isEmpty { await command.context.note("there is no model to verify") }
        var findings: [Finding] = []
        for id in chosen {
            try Task.checkCancellation()
            findings.append(try await finding(try store.library.entry(id)))
        }
        if command.context.invocation.isOn(Flags.jsonReport) {
            _ = try await command.context.answer(try JSONText.line(findings))
        } else {
            let width = chosen.map(\.count).max() ?? 0
            _ = try await command.context.answer(findings.map { $0.line(width: width) }.joined())
        }
        return findings.allSatisfy(\.isFine) ? .complete : .failed
    }

    /// Loading holds the file against size and checksum; running it once shows the rest.
    private func finding(_ entry: ModelEntry) async throws -> Finding {
        var problem: Problem?
        do {
            try ModelTrial(command.context.surroundings).run(entry.id, ["models", "verify", entry.id])
            let loader = ModelLoader(library: store.library, runtime: store.runtime)
            try await loader.tryOutWhole(entry.id)
        } catch let error as InferenceError {
            problem = Problem(error)
        }
        return Finding(id: entry.id, isFine: problem == nil, state: store.state(of: entry), error: problem)
    }
}
