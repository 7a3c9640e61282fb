import Foundation

extension PairedComparison {
    /// For people, 80 columns wide at most.
    public var text: String {
        var lines = ["\(frames) frames with \(truth) spines", ""]
        lines.append(Self.row("", ["found", "right", "recall", "precision"]))
        for score in [first, second] {
            lines.append(
                Self.row(
                    score.name,
                    ["\(score.found)", "\(score.right)", Self.percent(score.recall), Self.percent(score.precision)]))
        }
        lines.append("")
        lines += [
            Self.difference("recall", recall, "spines independent (Newcombe)"),
            Self.difference("recall", recallByFrames, "frames independent (bootstrap)"),
            Self.difference("precision", precisionByFrames, "frames independent (bootstrap)"),
        ].compactMap(\.self)
        let form = mcNemar.isExact ? "exact" : "chi-squared, corrected"
        lines.append(
            "found only by \(first.name): \(mcNemar.onlyFirst); only by \(second.name): \(mcNemar.onlySecond); "
                + "McNemar \(form): p = \(Self.chance(mcNemar.p))")
        lines.append(verdict)
        return lines.joined(separator: "\n") + "\n"
    }

    private var verdict: String {
        guard isSignificant else { return "The difference in recall may be chance (p of 0.05 or more)." }
        let better = mcNemar.onlySecond > mcNemar.onlyFirst ? second.name : first.name
        return "\(better) finds more, and chance hardly explains it (p below 0.05)."
    }

    /// `recall      +4.2 points (95 %: +1.0 to +7.5), spines independent`
    private static func difference(_ name: String, _ interval: DifferenceInterval?, _ how: String) -> String? {
        guard let interval else { return nil }
        func points(_ value: Double) -> String { String(format: "%+.1f", 100 * value) }
        let title = name + String(repeating: " ", count: max(1, 12 - name.count))
        return "\(title)\(points(interval.difference)) points (95 %: \(points(interval.low)) to "
            + "\(points(interval.high))), \(how)"
    }

    private static func row(_ name: String, _ values: [String]) -> String {
        name + String(repeating: " ", count: max(1, 20 - name.count))
            + values.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
    }

    private static func percent(_ share: Double?) -> String { share.map { String(format: "%.1f %%", 100 * $0) } ?? "-" }

    private static func chance(_ p: Double) -> String { p < 0.0001 ? "< 0.0001" : String(format: "%.4f", p) }
}
