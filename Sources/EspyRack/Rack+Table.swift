public import EspyBase
import EspyPixels

extension Rack {
    /// Returns a table of every position of the box in the form that another system reads.
    ///
    /// A result without wells (``hasWells``) has a line for each code, without a position, because none is better than
    /// a wrong one.
    ///
    /// - Parameters:
    ///   - date: when the box was read, already formatted.
    ///   - raw: write values as they are. Otherwise a value that a spreadsheet would run as a formula gets a leading
    ///     apostrophe, which makes it text.
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

    /// Whether each code is known to be in its place, and not just in reading order.
    public var isOrdered: Bool { layout != .unordered }

    /// Whether rows and columns are those of the box, or were requested by distance in pixels: a wrong well is worse
    /// than none.
    public var hasWells: Bool { isGrid && !warnings.contains { $0.kind == .originUnknown } }

    /// Whether the places are rows and columns.
    public var isGrid: Bool { isOrdered && layout != .named }

    /// Every position of the box. Without a lattice, cells without a code were not examined, so they are not called
    /// empty.
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
    /// The place in one of the formats that systems expect.
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

extension Rack {
    /// Returns one line for each vial, row by row: `value,x,y,rect,row,col`.
    ///
    /// `x` and `y` are the center, `rect` the upright bounds of the symbol as `"(left, top, width, height)"` in whole
    /// pixels. A result without wells (``hasWells``) leaves `row` and `col` empty.
    ///
    /// - Parameter raw: write values as they are. Otherwise a value that a spreadsheet would run as a formula gets a
    ///   leading apostrophe, which makes it text.
    public func table(raw: Bool = false) -> CSVTable {
        let rows = vials.map { vial in
            [
                raw ? vial.value : CSV.defused(vial.value), CSV.number(vial.code.x), CSV.number(vial.code.y),
                vial.code.corners.bounds.wholePixels, hasWells ? String(vial.row) : "",
                hasWells ? String(vial.col) : "",
            ]
        }
        return CSVTable(columns: ["value", "x", "y", "rect", "row", "col"], rows: rows)
    }

    /// The text of ``table(raw:)``.
    public func csv(raw: Bool = false) -> String { table(raw: raw).text() }

    /// `vials_2026-02-20_143022.csv` for a moment in local time.
    public static func csvName(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> String {
        func pad(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "vials_\(pad(year, 4))-\(pad(month))-\(pad(day))_\(pad(hour))\(pad(minute))\(pad(second)).csv"
    }
}

extension Rect {
    /// `(left, top, width, height)`, expanded to whole pixels.
    fileprivate var wholePixels: String {
        let left = x.rounded(.down)
        let top = y.rounded(.down)
        let sides = [left, top, (x + width).rounded(.up) - left, (y + height).rounded(.up) - top]
        // Without decimal places, unless it exceeds the range of integers.
        return "(" + sides.map { side in Int(exactly: side).map(String.init) ?? "\(side)" }.joined(separator: ", ")
            + ")"
    }
}
