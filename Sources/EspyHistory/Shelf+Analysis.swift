import EspyBarcode
import EspyBase
public import EspyCount
public import EspyPixels
public import EspyShelf

extension ShelfCorrections: AnalysisCorrections {
    public init() { self.init(removed: []) }
}

extension Shelf: Analysis {
    public typealias Options = ShelfOptions
    public static var kind: HistoryEntry.Kind { .shelf }
    public static var parts: String { "spines" }
    public var number: Int { spines.count }
    public var isWorthKeeping: Bool { !spines.isEmpty }

    public var subject: Rect? { bounds }

    public func changes(from old: ShelfCorrections, to new: ShelfCorrections) -> [AuditEvent.Draft] {
        let texts = Set(old.texts.keys).union(new.texts.keys).sorted().filter { old.texts[$0] != new.texts[$0] }
        let renamed = texts.map { id in
            AuditEvent.Draft(kind: .value, place: String(id), before: old.texts[id], after: new.texts[id])
        }
        let numbers = (corrected(by: old)?.spines.count, corrected(by: new)?.spines.count)
        return renamed + (old == new ? [] : [.number(numbers.0, numbers.1)])
    }

    public func answer(file: String) -> ShelfAnswer { ShelfAnswer(self, file: file) }
    public func csv(raw _: Bool) -> String { csv() }

    public func annotated(on image: RGBImage, _: CountAnnotator.Caption, look _: CountAnnotator.Look) -> RGBImage {
        ShelfAnnotator().annotate(self, on: image.enlarged(to: self))
    }

    public var report: AnalysisReport {
        AnalysisReport(headline: spines.count == 1 ? "1 book" : "\(spines.count) books", table: books)
    }

    /// In shelf order; uncertain readings are empty.
    private var books: CSVTable {
        let rows = spines.map { spine in
            let book = spine.book
            return [String(spine.row + 1), book?.title ?? "", book?.author ?? "", book?.isbn?.value ?? ""]
        }
        return CSVTable(columns: ["Shelf", "Title", "Author", "ISBN"], rows: rows)
    }

    public var details: [(String, String)] {
        let rows = Dictionary(grouping: spines, by: \.row).sorted { $0.key < $1.key }.map { String($0.value.count) }
        let texts = spines.compactMap(\.reading)
        var fields = [("rows", rows.joined(separator: ", "))]
        if !texts.isEmpty { fields.append(("read", "\(texts.count { $0.isSure }) of \(spines.count) surely")) }
        let isbns = spines.compactMap(\.isbn?.value) + barcodes.compactMap { $0.isbn?.value }
        if !isbns.isEmpty { fields.append(("isbn", isbns.joined(separator: ", "))) }
        return fields + warnings.map { ("warning", $0.rawValue) }
    }

    public static func details(of options: ShelfOptions) -> [(String, String)] {
        [("confidence", "\(options.confidence)")]
    }
}
