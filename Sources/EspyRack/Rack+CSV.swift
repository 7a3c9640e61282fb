public import EspyBase
import EspyPixels

extension Rack {
    /// One line for each vial, row by row: `value,x,y,rect,row,col`.
    ///
    /// `x` and `y` are the center, `rect` the upright bounds of the symbol as `"(left, top, width, height)"` in whole
    /// pixels. A result without wells (``hasWells``) leaves `row` and `col` empty.
    ///
    /// - Parameter raw: write values as they are. Otherwise a value that a spreadsheet would run as a formula gets an
    ///   apostrophe in front, which makes it text.
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
    /// `(left, top, width, height)`, grown to whole pixels.
    fileprivate var wholePixels: String {
        let left = x.rounded(.down)
        let top = y.rounded(.down)
        let sides = [left, top, (x + width).rounded(.up) - left, (y + height).rounded(.up) - top]
        // Without decimal places, unless it is larger than whole numbers get.
        return "(" + sides.map { side in Int(exactly: side).map(String.init) ?? "\(side)" }.joined(separator: ", ")
            + ")"
    }
}
