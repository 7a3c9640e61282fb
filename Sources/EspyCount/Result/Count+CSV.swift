public import EspyBase

extension Count {
    /// One line for each detection by its number (``numbers``): first those that are counted, row by row.
    ///
    /// `number,x,y,width,height,confidence,cluster,main,doubt`. Positions are pixels with one decimal place, `x` and `y`
    /// of the top left corner; `main` says whether it is counted. Where a recipe was used, its name follows: `recipe`.
    public func table() -> CSVTable {
        let rows = zip(numbers, detections).sorted { $0.0 < $1.0 }.map { number, detection in
            [
                String(number), CSV.number(detection.x), CSV.number(detection.y), CSV.number(detection.width),
                CSV.number(detection.height), CSV.fraction(detection.confidence), String(detection.cluster),
                String(detection.main), CSV.fraction(detection.doubt),
            ] + (recipe.map { [CSV.defused($0.name)] } ?? [])
        }
        let columns =
            ["number", "x", "y", "width", "height", "confidence", "cluster", "main", "doubt"]
            + (recipe == nil ? [] : ["recipe"])
        return CSVTable(columns: columns, rows: rows)
    }

    /// The text of ``table()``.
    public func csv() -> String { table().text() }
}
