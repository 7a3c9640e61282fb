/// Reads the smaller symbol of two or five digits to the right of a symbol, where several lines agree.
struct AddOnReader {
    let rows: [RegionReader.Row]

    var value: String? {
        vote(.five, lines: 2, safety: 3) ?? vote(.two, lines: 3, safety: 5)
    }

    private func vote(_ layout: EANLayout, lines: Int, safety: Float) -> String? {
        var votes: [String: Int] = [:]
        for row in rows {
            guard let choice = choice(layout, beside: row), choice.isRight, choice.safety >= safety else { continue }
            votes[choice.digits.map(String.init).joined(), default: 0] += 1
        }
        // Any disagreement and nothing is said.
        guard votes.count == 1, let (value, count) = votes.first, count >= lines else { return nil }
        return value
    }

    /// The add-on begins 7 to 12 modules behind the last bar, by the standard; printers take more freedom.
    private func choice(_ layout: EANLayout, beside row: RegionReader.Row) -> DigitChoice? {
        let main = row.reading.placement
        // One module at the end of the main symbol, in samples, with its sign.
        let module = (main.end - main.start) * (1 - main.bend + main.skew) / Float(row.reading.layout.modules)
        var best: (placement: SymbolPlacement, fit: Float) = (main, 0.7)
        for gap in stride(from: Float(5), through: 18, by: 0.25) {
            for size in stride(from: Float(0.91), through: 1.1, by: 0.03) {
                let start = main.end + gap * module
                let placement = SymbolPlacement(start: start, end: start + size * module * Float(layout.modules))
                guard placement.low >= 0, placement.high <= Float(row.line.values.count) else { continue }
                let fit = row.line.fixedEdges(layout, placement)
                if fit > best.fit { best = (placement, fit) }
            }
        }
        guard best.fit > 0.7 else { return nil }
        let candidate = LineReader.Candidate(layout: layout, placement: best.placement, fit: best.fit)
        guard let reading = LineReader().reading(of: candidate, on: row.line), reading.mean > 0.85,
            (reading.placement.end - reading.placement.start) * module > 0,
            layout.slots.count > 2 || isLight(behind: reading.placement, on: row.line)
        else { return nil }
        return DigitChoice(reading.evidence, layout)
    }

    /// Whether nothing follows for five modules: the first two of five digits are no add-on of two.
    private func isLight(behind placement: SymbolPlacement, on line: ScanLine) -> Bool {
        let layout = EANLayout.two
        func dark(_ modules: Range<Int>) -> [Float] {
            modules.compactMap { module in
                let place = placement.place(Float(module) + 0.5, scale: 1 / Float(layout.modules))
                return line.values.indices.contains(Int(place)) ? line.values[Int(place)] : nil
            }
        }
        let inside = dark(0..<layout.modules)
        let behind = dark(layout.modules + 1..<layout.modules + 6)
        guard let low = inside.min(), let high = inside.max(), behind.count == 5 else { return false }
        return behind.allSatisfy { $0 < low + 0.35 * (high - low) }
    }
}
