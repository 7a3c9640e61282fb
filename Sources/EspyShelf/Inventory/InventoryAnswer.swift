import EspyBarcode
public import EspyBase
import EspyPixels

/// An inventory as Espy outputs it everywhere, with titles of books and names of photos.
public struct InventoryAnswer: Encodable, Sendable {
    /// Version of this format. Keys may be added under the same number; none is renamed or removed.
    public static let schema = 1

    public let inventory: Inventory
    private let list: ShelfList
    private let pictures: [(name: String, shelf: Shelf)]

    /// - Parameter pictures: the photos that the inventory was taken from, in the same order.
    public init(_ inventory: Inventory, of list: ShelfList, pictures: [(name: String, shelf: Shelf)]) {
        self.inventory = inventory
        self.list = list
        self.pictures = pictures
    }

    /// Returns one line per finding, in shelf order: its status, the book of the list, the book it belongs after, where
    /// it was seen (photo, row and position from 0, spine number), its probability, the text read there, and for a book
    /// that was not seen, the reason and the spines that it may be: `shelf.jpg 12, shelf.jpg 13`.
    ///
    /// - Parameter all: whether to include books that are in their place.
    public func table(all: Bool) -> CSVTable {
        let findings = inventory.findings.filter { all || $0.status != .present }
        let rows = findings.map { finding in
            let book = finding.book.map { list.books[$0] }
            let texts = [book?.title, book?.author, book?.isbn?.value, book?.callNumber, finding.after.map(list.name)]
            let seen = [finding.row, finding.position, finding.spine].map { $0.map(String.init) ?? "" }
            return [finding.status.rawValue] + texts.map { CSV.defused($0 ?? "") }
                + [finding.picture.map { CSV.defused(pictures[$0].name) } ?? ""] + seen
                + [CSV.fraction(finding.confidence), CSV.defused(spine(finding)?.reading?.text ?? "")]
                + [finding.reason?.rawValue ?? "", CSV.defused(candidates(finding))]
        }
        return CSVTable(
            columns: [
                "status", "title", "author", "isbn", "callNumber", "after", "file", "row", "position", "spine",
                "confidence", "text", "reason", "perhaps",
            ], rows: rows)
    }

    private func candidates(_ finding: Inventory.Finding) -> String {
        finding.spines.map { "\(pictures[$0.picture].name) \($0.spine)" }.joined(separator: ", ")
    }

    private func spine(_ finding: Inventory.Finding) -> Shelf.Spine? {
        guard let picture = finding.picture else { return nil }
        return pictures[picture].shelf.spines.first { $0.id == finding.spine }
    }

    private enum Key: String, CodingKey {
        case schema, basis, order, scope, books, unseen, counts, notes, photos, findings
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(Self.schema, forKey: .schema)
        try box.encode(inventory.basis, forKey: .basis)
        try box.encode(inventory.order, forKey: .order)
        try box.encode(inventory.scope, forKey: .scope)
        try box.encode(list.books.count, forKey: .books)
        try box.encode(inventory.unseen, forKey: .unseen)
        let counts = Inventory.Status.allCases.map { ($0.rawValue, inventory.count($0)) }
        try box.encode(Dictionary(uniqueKeysWithValues: counts), forKey: .counts)
        try box.encode(list.notes, forKey: .notes)
        try box.encode(pictures.map(\.name), forKey: .photos)
        try box.encode(inventory.findings.map(line), forKey: .findings)
    }

    private struct Line: Encodable {
        var status: Inventory.Status
        var book: Book?
        var after: Book?
        var file: String?
        var row: Int?
        var position: Int?
        var spine: Int?
        var quad: CornerList?
        var confidence: Double
        var text: String?
        var textConfidence: Double?
        var reason: Inventory.Reason?
        var spines: [Candidate]?
    }

    private struct Candidate: Encodable {
        var file: String
        var spine: Int
    }

    private struct Book: Encodable {
        /// The line, from 0 after the header.
        var line: Int
        var title: String
        var author: String?
        var isbn: ISBN?
        var callNumber: String?
    }

    private func line(_ finding: Inventory.Finding) -> Line {
        let spine = spine(finding)
        return Line(
            status: finding.status, book: finding.book.map(book), after: finding.after.map(book),
            file: finding.picture.map { pictures[$0].name }, row: finding.row, position: finding.position,
            spine: finding.spine, quad: spine.map { CornerList($0.quad) }, confidence: finding.confidence,
            text: spine?.reading?.text, textConfidence: spine?.reading?.confidence, reason: finding.reason,
            spines: !finding.spines.isEmpty
                ? finding.spines.map { Candidate(file: pictures[$0.picture].name, spine: $0.spine) } : nil)
    }

    private func book(_ index: Int) -> Book {
        let book = list.books[index]
        return Book(line: index, title: book.title, author: book.author, isbn: book.isbn, callNumber: book.callNumber)
    }
}
