import EspyApp
import EspyStore
import EspySystem

/// What a command works with: what it was asked, what it finds around it, and where it answers.
package struct CommandContext: Sendable {
    let invocation: Invocation
    let surroundings: Surroundings
    let console: Console

    /// The whole answer, on standard output.
    func answer(_ text: String) async throws -> Exit {
        try await console.answer(text)
        return .complete
    }

    /// A line on standard error, unless it is to be quiet.
    func note(_ text: String) async {
        if !invocation.isOn(Flags.quiet) { await console.note(text) }
    }

    /// Says that what is kept can be looked at as it was, and why it cannot be changed.
    func noteThatNothingChanges(_ refusal: StoreError) async {
        let reason =
            switch refusal {
            case .inaccessible(_, let reason): printable(reason)
            default: "the disk is full"
            }
        await note("shown as it was kept; nothing can be changed: \(reason)")
    }

    /// Whether the user means it: asked where somebody can answer.
    ///
    /// - Parameters:
    ///   - flag: says yes beforehand.
    ///   - deed: what is about to be done, as in "to delete without being asked".
    ///   - question: shown before "Type yes to go on:".
    /// - Throws: where nobody can be asked.
    func isMeant(_ flag: Flag, to deed: String, _ question: String = "") async throws -> Bool {
        if invocation.isOn(flag) { return true }
        guard surroundings.input.isTerminal else {
            throw UsageError(
                "nobody can be asked here; to \(deed) without being asked, give --\(flag.name)",
                command: invocation.command.name)
        }
        await console.note(question + (question.isEmpty ? "" : " ") + "Type yes to go on:")
        return ["y", "yes"].contains(try surroundings.input.readLine().lowercased())
    }
}
