import Espy
import EspySamples
import Foundation

/// Takes inventories of rendered shelves, and reports their accuracy.
struct InventoryBench {
    private let seeds: ClosedRange<UInt64>
    private let reader: ShelfReader
    /// The folder for pictures and readings, so that the next run can skip reading; nil to store nothing.
    private let folder: URL?
    private let showsErrors: Bool
    private let isHarsh: Bool

    init(_ arguments: inout Arguments) async throws {
        seeds = try arguments.seeds(or: 1...40)
        reader = try await .usual(models: try arguments.value(of: "--models"))
        folder = try arguments.value(of: "--keep").map { URL(fileURLWithPath: $0, isDirectory: true) }
        showsErrors = arguments.has("--errors")
        isHarsh = arguments.has("--harsh")
    }

    struct Line: Encodable {
        var seed: UInt64
        var score: InventoryScore
    }

    func run(_ arguments: Arguments) async throws {
        var all = InventoryScore()
        var legible = InventoryScore()
        var shelves = 0
        for seed in seeds {
            let drawn = ListedShelf(seed: seed, isHarsh: isHarsh)
            let shelf = try await KeptShelf.shelf(of: drawn.scene, seed, folder, reader)
            let list = ShelfList(drawn.list.map { Catalog.Book(title: $0.title, author: $0.author) })
            let inventory = try list.inventory(of: [shelf])
            let score = InventoryScore(inventory, drawn, shelf)
            if showsErrors { tell(inventory, drawn, shelf, seed) }
            try arguments.print(Line(seed: seed, score: score))
            all += score
            if score.legibleShare >= 0.8 {
                legible += score
                shelves += 1
            }
        }
        print("all \(seeds.count) shelves:\n\(all.text)")
        print("\(shelves) shelves of which at least 80% of titles are legible:\n\(legible.text)")
        try time()
    }

    private func tell(_ inventory: Inventory, _ drawn: ListedShelf, _ shelf: Shelf, _ seed: UInt64) {
        for finding in inventory.findings {
            let title = finding.book.map { drawn.list[$0].title } ?? "-"
            let text = shelf.spines.first { $0.id == finding.spine }?.reading
            let truth = finding.book.map {
                drawn.missing.contains($0) ? "MISSING" : drawn.misplaced.contains($0) ? "MISPLACED" : ""
            }
            print(
                seed, finding.status, finding.confidence, title, "|", text?.text ?? "-", text?.confidence ?? 0,
                truth ?? "")
        }
    }

    /// One shelf of 40 in the middle of a list of 100,000.
    private func time() throws {
        let drawn = ListedShelf(seed: 7, changes: 3)
        var titles = TitleMaker(seed: 99)
        let others = (0..<100_000 - drawn.list.count).map { _ in titles.book() }
        let books = others.prefix(60_000) + drawn.list + others.dropFirst(60_000)
        let csv = "Title,Author\n" + books.map { "\"\($0.title)\",\"\($0.author)\"\n" }.joined()
        let bytes = Array(csv.utf8)
        let spines = drawn.standing.enumerated().map { index, book in
            let text = book.map { "\(drawn.list[$0].title) \(drawn.list[$0].author)" } ?? "Unheard Novelties Kxy"
            let quad = Quad(Rect(x: Double(index) * 20, y: 0, width: 20, height: 200))
            return Shelf.Spine(
                id: index + 1, quad: quad, row: 0, confidence: 1,
                reading: .init(text: String(text.dropLast(index % 3)), confidence: 0.9))
        }
        let shelf = Shelf(width: 1000, height: 200, spines: spines)
        let (start, before) = (ContinuousClock.now, clock())
        let list = try ShelfList(csv: bytes)
        let (read, between) = (ContinuousClock.now, clock())
        let inventory = try list.inventory(of: [shelf], order: .list, scope: .part)
        let (end, after) = (ContinuousClock.now, clock())
        func ms(_ ticks: Int) -> Int { 1000 * ticks / Int(CLOCKS_PER_SEC) }
        print(
            """
            a shelf of \(spines.count) against a list of \(books.count): \(inventory.count(.missing)) missing of \
            \(drawn.missing.count), \(inventory.count(.misplaced)) misplaced of \(drawn.misplaced.count)
            reading the list: \(Int((read - start).milliseconds)) ms, processor \(ms(between - before)) ms
            the inventory: \(Int((end - read).milliseconds)) ms, processor \(ms(after - between)) ms
            """)
    }
}

/// The readings of rendered shelves, kept in a folder.
enum KeptShelf {
    /// - Parameter folder: nil to keep nothing.
    static func shelf(
        of scene: BookshelfScene, _ seed: UInt64, _ folder: URL?, _ reader: ShelfReader
    ) async throws -> Shelf {
        let kept = folder?.appendingPathComponent("\(seed).json")
        if let kept, let data = try? Data(contentsOf: kept) { return try JSONDecoder().decode(Shelf.self, from: data) }
        let (bytes, _) = try scene.jpeg()
        let shelf = try await reader.read(try ImageDecoder().decode(bytes))
        if let kept {
            try JSONEncoder().encode(shelf).write(to: kept)
            try Data(bytes).write(to: kept.deletingPathExtension().appendingPathExtension("jpg"))
        }
        return shelf
    }
}
