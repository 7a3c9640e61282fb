import EspyBase
import EspyCount
import EspyRack
import EspyShelf

/// Who changes something about a result, and when.
public struct HistoryAuthor: Sendable, Equatable {
    /// The name that the person gave; nobody has proved it.
    public var by: String?
    /// How it came in, as the program knows it: a device, the token of a program, a user of this machine.
    public var via: String
    /// Seconds since 1970.
    public var time: Int

    public init(by: String? = nil, via: String, time: Int) {
        self.by = by
        self.via = via
        self.time = time
    }
}

/// Who changed which value of a result, and when: a line of the list that an entry has for as long as it is kept. Lines are
/// added, and never changed or taken out.
public struct AuditEvent: Codable, Sendable, Equatable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// The value of a well, or the text of a spine.
        case value
        /// The box's own code.
        case rack
        /// Where A1 is.
        case view
        /// How many things there are, by corrections of single ones.
        case count
        /// Who has checked the result; a correction undoes it.
        case confirmation
        /// Another reading took the place of the result, with all its corrections.
        case reading
    }

    /// What was changed, before it is known who did.
    struct Draft: Equatable {
        var kind: Kind
        var place: String?
        var before: String?
        var after: String?
    }

    /// Later ones have higher numbers, over all entries.
    public var number: Int
    /// Seconds since 1970.
    public var time: Int
    public var kind: Kind
    /// The well, or the spine.
    public var place: String?
    /// Nil for nothing.
    public var before: String?
    /// Nil for nothing.
    public var after: String?
    /// ``HistoryAuthor/by``
    public var by: String?
    /// ``HistoryAuthor/via``
    public var via: String
}

extension AuditEvent {
    /// A table with a line for each, in the form of RFC 4180; times are universal.
    public static func csv(_ events: [AuditEvent]) -> String {
        let rows = events.map { event in
            [String(event.number), HistoryEntry.date(event.time), event.kind.rawValue]
                + [event.place, event.before, event.after, event.by, event.via].map { CSV.defused($0 ?? "") }
        }
        return CSVTable(
            columns: ["number", "date", "kind", "place", "before", "after", "by", "via"], rows: rows
        ).text()
    }

    /// What corrections change about a result, in the order of its parts.
    static func drafts(
        _ result: HistoryResult, from old: HistoryCorrections?, to new: HistoryCorrections
    ) -> [Draft] {
        let none = HistoryCorrections(none: result.kind)
        switch (result, old ?? none, new) {
        case (.rack(let rack), .rack(let old), .rack(let new)): return drafts(rack, old, new)
        case (.shelf(let shelf), .shelf(let old), .shelf(let new)):
            let texts = Set(old.texts.keys).union(new.texts.keys).sorted().filter { old.texts[$0] != new.texts[$0] }
            let told = texts.map { id in
                Draft(kind: .value, place: String(id), before: old.texts[id], after: new.texts[id])
            }
            let (before, after) = (shelf.corrected(by: old), shelf.corrected(by: new))
            return told + (old == new ? [] : counts(before?.spines.count, after?.spines.count))
        case (.count(let count), .count(let old), .count(let new)):
            return old == new ? [] : counts(count.corrected(by: old)?.count, count.corrected(by: new)?.count)
        default: return []
        }
    }

    private static func counts(_ before: Int?, _ after: Int?) -> [Draft] {
        [Draft(kind: .count, before: before.map(String.init), after: after.map(String.init))]
    }

    private static func drafts(_ rack: Rack, _ old: RackCorrections, _ new: RackCorrections) -> [Draft] {
        let key = { (value: RackCorrections.Value) in Rack.Place(row: value.row, col: value.col) }
        let (was, becomes) = (
            Dictionary(old.values.map { (key($0), $0.value) }, uniquingKeysWith: { $1 }),
            Dictionary(new.values.map { (key($0), $0.value) }, uniquingKeysWith: { $1 })
        )
        let read = Dictionary(rack.vials.map { ($0.place, $0.value) }, uniquingKeysWith: { first, _ in first })
        let names = Dictionary(rack.cells.map { ($0.place, $0.name) }, uniquingKeysWith: { first, _ in first })
        let code = Draft(kind: .rack, before: old.rack ?? rack.id, after: new.rack ?? rack.id)
        return (code.before == code.after ? [] : [code])
            + Set(was.keys).union(becomes.keys).sorted().compactMap { place in
                let (before, after) = (was[place] ?? read[place], becomes[place] ?? read[place])
                // The same value by hand is a statement of its own.
                guard before != after || (was[place] == nil) != (becomes[place] == nil) else { return nil }
                return Draft(kind: .value, place: names[place] ?? place.name, before: before, after: after)
            }
    }
}

extension HistoryResult {
    var kind: HistoryEntry.Kind {
        switch self {
        case .count: .count
        case .rack: .rack
        case .shelf: .shelf
        }
    }
}
