// Not in the browser: there are no tasks there.

extension SymbolReader {
    /// Reads every symbol in the view, on as many cores as the task's executor gives.
    ///
    /// First the patches that the solid finders form, in both polarities, at full and at half size; then every place
    /// that looks as dense as the symbols read so far, by its border alone. A cancelled task returns what was read
    /// until then.
    public func read(_ view: GrayView) async -> SymbolReadings {
        guard var rounds = SymbolRounds(view, sizes: options.sizes) else { return .none }
        while let parts = rounds.next() {
            rounds.take(
                await withTaskGroup(of: (Int, SymbolSearch).self) { group in
                    for (index, part) in parts.enumerated() { group.addTask { (index, part()) } }
                    var done: [Int: SymbolSearch] = [:]
                    for await (index, search) in group { done[index] = search }
                    return parts.indices.compactMap { done[$0] }
                })
        }
        return rounds.result
    }
}
