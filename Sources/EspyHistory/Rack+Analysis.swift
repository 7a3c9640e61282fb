import EspyCodecs
public import EspyCount
public import EspyPixels
public import EspyRack

extension RackCorrections: AnalysisCorrections {
    public init() { self.init(values: []) }
}

extension Rack: Analysis {
    public typealias Options = RackOptions
    public static var kind: HistoryEntry.Kind { .rack }
    public static var parts: String { "vials" }
    public var number: Int { vials.count }
    public var grid: (rows: Int, cols: Int)? { hasWells ? (rows, cols) : nil }
    public var isWorthKeeping: Bool { !vials.isEmpty || !outside.isEmpty }

    public var subject: Rect? { outline?.bounds }

    public func changes(from old: RackCorrections, to new: RackCorrections) -> [AuditEvent.Draft] {
        let key = { (value: RackCorrections.Value) in Rack.Place(row: value.row, col: value.col) }
        let (was, becomes) = (
            Dictionary(old.values.map { (key($0), $0.value) }, uniquingKeysWith: { $1 }),
            Dictionary(new.values.map { (key($0), $0.value) }, uniquingKeysWith: { $1 })
        )
        let read = Dictionary(vials.map { ($0.place, $0.value) }, uniquingKeysWith: { first, _ in first })
        let names = Dictionary(cells.map { ($0.place, name(of: $0)) }, uniquingKeysWith: { first, _ in first })
        let code = AuditEvent.Draft(kind: .rack, before: old.rack ?? id, after: new.rack ?? id)
        return (code.before == code.after ? [] : [code])
            + Set(was.keys).union(becomes.keys).sorted().compactMap { place in
                let (before, after) = (was[place] ?? read[place], becomes[place] ?? read[place])
                // Typing the value that was read is a correction, too.
                guard before != after || (was[place] == nil) != (becomes[place] == nil) else { return nil }
                return AuditEvent.Draft(kind: .value, place: names[place] ?? place.name, before: before, after: after)
            }
    }

    /// The well, or in a box without wells, the pixel of the photo: a wrong well is worse than none.
    private func name(of cell: Cell) -> String {
        hasWells || layout == .named ? cell.name : "(\(Int(cell.center.x)), \(Int(cell.center.y)))"
    }

    public func answer(file: String) -> RackAnswer { RackAnswer(self, file: file) }

    public func annotated(on image: RGBImage, _: CountAnnotator.Caption, look _: CountAnnotator.Look) -> RGBImage {
        RackAnnotator(rasterizer: { TextRenderer() }).annotate(self, on: image.enlarged(to: self))
    }

    public var report: AnalysisReport {
        var report = AnalysisReport(headline: vials.count == 1 ? "1 code" : "\(vials.count) codes")
        if let id { report.facts.append(("Rack", id)) }
        if let grid { report.facts.append(("Box", "\(grid.rows) × \(grid.cols)")) }
        report.table = table(
            RackTableForm([.init(.well, "Well"), .init(.code, "Code"), .init(.status, "State")]), date: "")
        return report
    }

    public var details: [(String, String)] {
        (id.map { [("rack", $0)] } ?? []) + Cell.Status.allCases.map { ($0.rawValue, String(count($0))) }
    }

    public static func details(of options: RackOptions) -> [(String, String)] { [("grid", options.grid.description)] }
}

extension RGBImage {
    /// Enlarged to the size of the photo that a result is for, because its marks are in pixels of that.
    package func enlarged(to result: some Analysis) -> RGBImage {
        width == result.width ? self : resized(width: result.width, height: result.height)
    }
}
