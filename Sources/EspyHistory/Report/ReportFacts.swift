import EspyBarcode
import EspyBase
import EspyCount
import EspyRack
import EspyShelf

/// What a report tells of one result, in the words of people.
struct ReportFacts {
    let headline: String
    let all: [(String, String)]
    /// What was found in parts: regions, wells, books.
    let table: CSVTable?
    /// Who changed what.
    let audit: CSVTable?
    let isConfirmed: Bool

    init(_ record: HistoryRecord, moment: (Int) -> String) {
        let entry = record.entry
        var facts = [("Date", moment(entry.time))]
        if let note = entry.note, !note.isEmpty { facts.append(("Note", note)) }
        switch record.corrected {
        case .count(let count):
            headline = Self.headline(count)
            facts += Self.facts(count)
            table = Self.parts(count)
        case .rack(let rack):
            headline = rack.vials.count == 1 ? "1 code" : "\(rack.vials.count) codes"
            if let id = rack.id { facts.append(("Rack", id)) }
            if let rows = entry.rows, let cols = entry.cols { facts.append(("Box", "\(rows) × \(cols)")) }
            table = rack.table(
                RackTableForm([.init(.well, "Well"), .init(.code, "Code"), .init(.status, "State")]), date: "")
        case .shelf(let shelf):
            headline = shelf.spines.count == 1 ? "1 book" : "\(shelf.spines.count) books"
            table = Self.books(shelf)
        }
        if let corrections = record.corrections, !corrections.isEmpty {
            facts.append(("Corrected by hand", Self.text(corrections)))
        }
        if let confirmation = entry.confirmation {
            facts.append(("Confirmed by", "\(confirmation.by), \(moment(confirmation.time))"))
        }
        facts.append(("Identifier", entry.id))
        audit = Self.audit(record.audit, moment)
        (all, isConfirmed) = (facts, entry.confirmation != nil)
    }

    private static func audit(_ events: [AuditEvent], _ moment: (Int) -> String) -> CSVTable? {
        guard !events.isEmpty else { return nil }
        let rows = events.map { event in
            [
                moment(event.time), [event.kind.rawValue, event.place].compactMap(\.self).joined(separator: " "),
                event.before ?? "", event.after ?? "",
                [event.by, event.via].compactMap(\.self).joined(separator: ", "),
            ]
        }
        return CSVTable(columns: ["Changed", "What", "Before", "After", "By"], rows: rows)
    }

    private static func headline(_ count: Count) -> String {
        count.recipe?.things.telling(count.count) ?? (count.count == 1 ? "1 thing" : "\(count.count) things")
    }

    private static func facts(_ count: Count) -> [(String, String)] {
        let doubtful = count.detections.count(where: \.isDoubtful)
        var facts = [("Range", "\(count.range.low) to \(count.range.high)")]
        facts.append(("Left to check", doubtful == 0 ? "nothing" : "\(doubtful) doubtful"))
        if let sizes = count.sizes {
            let median = [("length", sizes.length), ("width", sizes.width), ("diameter", sizes.diameter)]
            facts.append(("Median sizes", median.map { "\($0) \($1.text(sizes.unit))" }.joined(separator: ", ")))
        }
        if let scale = count.scale {
            facts.append(("Scale", "\(CSV.measure(scale.pixelsPerUnit)) pixels for 1 \(scale.unit.rawValue)"))
        }
        if let limits = count.parameters.measuring?.limits(unit: count.sizeUnit) {
            facts.append(("Counted sizes", limits))
        }
        let recipes = count.recipes ?? [count.recipe].compactMap(\.self)
        if !recipes.isEmpty {
            facts.append((recipes.count == 1 ? "Recipe" : "Recipes", recipes.map(\.name).joined(separator: ", ")))
        }
        facts.append(("Cut by the border", count.parameters.border.words))
        if let similarity = count.parameters.similarity { facts.append(("Similarity", "\(similarity)")) }
        let models = [count.model.detector, count.model.embedder].compactMap(\.self)
        facts.append(("Counted with", "\(count.parameters.pipeline.rawValue): \(models.joined(separator: ", "))"))
        return facts
    }

    /// Of regions and kinds.
    private static func parts(_ count: Count) -> CSVTable? {
        let parts = count.regions + count.kinds
        guard !parts.isEmpty else { return nil }
        let rows = parts.map { [$0.name, String($0.count), "\($0.range.low) – \($0.range.high)"] }
        return CSVTable(columns: [count.kinds.isEmpty ? "Region" : "Part", "Number", "Range"], rows: rows)
    }

    /// In the order of the shelf; what could not be read surely is empty.
    private static func books(_ shelf: Shelf) -> CSVTable {
        let rows = shelf.spines.map { spine in
            let book = spine.book
            return [String(spine.row + 1), book?.title ?? "", book?.author ?? "", book?.isbn?.value ?? ""]
        }
        return CSVTable(columns: ["Shelf", "Title", "Author", "ISBN"], rows: rows)
    }

    private static func text(_ corrections: HistoryCorrections) -> String {
        guard case .count(let said) = corrections else { return "yes" }
        let parts = [(said.added.count, "added"), (said.included.count, "taken in"), (said.removed.count, "taken out")]
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}

extension Measuring {
    /// `4 mm or more, 30 mm or less`; nil without limits.
    fileprivate func limits(unit: String) -> String? {
        let parts = [(smallest, "more"), (largest, "less")].compactMap { limit, word in
            limit.map { "\(CSV.measure($0)) \(unit) or \(word)" }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension CountOptions.BorderPolicy {
    fileprivate var words: String {
        switch self {
        case .all: "all counted"
        case .half: "counted where at least half is seen"
        case .whole: "not counted"
        }
    }
}
