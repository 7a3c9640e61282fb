extension TelemetryReport {
    /// Tables for people, 80 columns wide at most.
    public var text: String {
        var parts = [overview]
        if !layers.isEmpty { parts.append(layerTable) }
        if !detectors.isEmpty { parts.append(detectorTable) }
        if !distributions.isEmpty { parts.append(distributionTable) }
        return parts.joined(separator: "\n")
    }

    private var overview: String {
        var rows = [
            ("sessions", "\(sessions)"), ("events", "\(events)"),
            (
                "frames",
                "\(frames.logged) logged: \(frames.processed) processed, \(frames.skipped) skipped, "
                    + "\(frames.failed) failed"
            ),
            ("", "\(frames.unlogged) more were only counted"),
        ]
        if let shadow {
            rows.append(
                (
                    "shadow",
                    "\(shadow.frames) frames: \(shadow.both) spines of both, \(shadow.onlyShown) only shown, "
                        + "\(shadow.onlyHidden) only hidden"
                ))
        }
        if lost > 0 { rows.append(("lost", "\(lost) events came too fast")) }
        if damaged > 0 { rows.append(("damaged", "\(damaged) lines could not be read")) }
        if newer > 0 { rows.append(("newer", "\(newer) lines are from a later version of Espy")) }
        return rows.map { Self.padded($0, 12) + $1 + "\n" }.joined()
    }

    private var layerTable: String {
        let total = layers.reduce(0) { $0 + $1.frames }
        return "found in one frame\n"
            + layers.map { row in
                let names = [
                    row.layers.spines ? "spines" : nil, row.layers.text ? "text" : nil,
                    row.layers.barcodes ? "barcodes" : nil,
                ].compactMap(\.self)
                let share = Self.number(100 * Double(row.frames) / Double(total))
                let what = names.isEmpty ? "nothing" : names.joined(separator: " + ")
                return "  " + Self.padded(what, 28) + Self.aligned("\(row.frames)", 8) + Self.aligned(share, 8) + " %\n"
            }.joined()
    }

    private var detectorTable: String {
        let titles = ["frames", "spines", "added", "deleted", "moved", "confirmed"]
        return Self.padded("detector", 24) + titles.map { Self.aligned($0, 9) }.joined() + "\n"
            + detectors.map { row in
                let numbers = [row.frames, row.spines, row.added, row.deleted, row.moved, row.confirmed]
                return Self.padded("  " + row.name, 24) + numbers.map { Self.aligned("\($0)", 9) }.joined() + "\n"
            }.joined()
    }

    private var distributionTable: String {
        let titles = ["count", "10 %", "median", "90 %", "99 %"]
        return Self.padded("distribution", 28) + titles.map { Self.aligned($0, 9) }.joined() + "\n"
            + distributions.map { row in
                let numbers = ["\(row.count)"] + [row.p10, row.p50, row.p90, row.p99].map(Self.number)
                return Self.padded("  " + row.name, 28) + numbers.map { Self.aligned($0, 9) }.joined()
                    + (row.unit == "ms" ? " ms" : "") + "\n"
            }.joined()
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func aligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }

    /// Three digits that count.
    private static func number(_ value: Double) -> String { TelemetryPlot.number(value) }
}
