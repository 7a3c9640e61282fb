public import EspyBase
import EspyPixels

extension Rack {
    /// Every position of the box in the form that another system takes.
    ///
    /// A result without wells (``hasWells``) has a line for each code, without a position: none is better than a wrong one.
    ///
    /// - Parameters:
    ///   - date: when the box was read, as it is to be written.
    ///   - raw: write values as they are. Otherwise one that a spreadsheet would run as a formula gets an apostrophe in
    ///     front, which makes it text.
    public func table(_ form: RackTableForm, date: String, raw: Bool = false) -> CSVTable {
        let text = { (value: String) in raw ? value : CSV.defused(value) }
        let rack = text(id ?? "")
        let values = Dictionary(first: vials.map { ($0.place, text($0.value)) })
        let rows = positions(form.order).enumerated().map { index, cell in
            form.columns.map { column in
                switch column.field {
                case .rack: rack
                case .date: date
                case .number: String(index + 1)
                case .code: values[cell.place] ?? form.words[cell.status] ?? ""
                case .status: form.states[cell.status] ?? cell.status.rawValue
                case .well where layout == .named, .paddedWell where layout == .named: cell.name
                case .well, .paddedWell, .letter, .row, .col: hasWells ? cell.place.text(of: column.field) : ""
                }
            }
        }
        let first = form.beginsWithRack ? [["Plate Barcode", rack]] : []
        return CSVTable(
            preamble: first, columns: form.columns.map { $0.title }, rows: rows, hasHeader: form.hasHeader,
            separator: form.separator)
    }

    /// Whether each code is known to lie in its place, and in no mere order of reading.
    public var isOrdered: Bool { layout != .unordered }

    /// Whether rows and columns are known to be those of the box, or were asked for by distance in pixels: a wrong well is worse
    /// than none.
    public var hasWells: Bool { isGrid && !warnings.contains { $0.kind == .originUnknown } }

    /// Whether the places are rows and columns.
    public var isGrid: Bool { isOrdered && layout != .named }

    /// Every position of the box. Without a lattice nobody has looked into the cells without a code: they are not said to
    /// be empty.
    private func positions(_ order: RackTableForm.Order) -> [Cell] {
        guard hasWells else { return isGrid ? cells.filter { $0.status == .read } : cells }
        let known = Dictionary(first: cells.map { ($0.place, $0) })
        let places =
            order == .rows
            ? (0..<rows).flatMap { row in (0..<cols).map { Place(row: row, col: $0) } }
            : (0..<cols).flatMap { col in (0..<rows).map { Place(row: $0, col: col) } }
        let other = layout == .tolerance ? Cell.Status.unread : .empty
        return places.map { known[$0] ?? Cell(place: $0, status: other, center: Point(x: 0, y: 0)) }
    }
}

extension Rack.Place {
    /// The place in one of the ways in which systems want it.
    fileprivate func text(of field: RackTableForm.Field) -> String {
        switch field {
        case .letter: letters
        case .row: String(row + 1)
        case .col: String(col + 1)
        case .paddedWell: letters + (col < 9 ? "0" : "") + String(col + 1)
        default: name
        }
    }
}
