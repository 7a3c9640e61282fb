import Espy
import EspyHTTP
import EspyPixels

/// Inventories: compares shelves of the history with lists to find books that are missing, misplaced or not in the
/// list, or checks the order of call numbers without a list; and exports books for other programs.
struct InventoryRoutes: Sendable {
    let history: HistoryService
    let photos: EntryPhotos
    let pictures: PictureQueue

    var all: [Route] {
        let path = "\(APIPath.root)/history/{id}"
        return [
            Route(.get, "\(path)/inventory", handler: inventory), Route(.get, "\(path)/inventory.csv", handler: table),
            Route(.get, "\(path)/inventory.jpg", handler: picture), Route(.get, "\(path)/books.csv", handler: books),
        ]
    }

    /// The inventory of one shelf.
    private struct Taken {
        let record: HistoryRecord
        let shelf: Shelf
        let list: ShelfList
        let inventory: Inventory

        var answer: InventoryAnswer {
            InventoryAnswer(inventory, of: list, pictures: [(name: record.entry.title, shelf: shelf)])
        }
    }

    private func inventory(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(try await taken(request, values).answer)
    }

    private func table(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        .table(try await taken(request, values).answer.table(all: request.query["all"] == "true"), named: "inventory")
    }

    private func picture(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let taken = try await taken(request, values)
        let photo = try await photos.photo(of: taken.record)
        let jpeg = try await pictures.run(bytes: photo.decodingBytes(longSide: nil)) { () throws(HTTPProblem) in
            let image = try photo.decoded().enlarged(to: taken.shelf)
            let drawn = InventoryAnnotator(taken.inventory, of: taken.list).annotate(taken.shelf, picture: 0, on: image)
            do throws(ImageError) { return try ImageEncoder.jpeg(drawn) } catch { throw HTTPProblem(error) }
        }
        return Response(
            headers: [
                "Content-Type": "image/jpeg", "Content-Disposition": "inline; filename=\"inventory.jpg\"",
                "Cache-Control": "no-store",
            ], body: .bytes(jpeg))
    }

    private func books(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let (record, found) = try await shelf(values)
        var table = BookTable(try request.query.form ?? .goodreads)
        let catalog = try await history.catalog(request.query["list"])
        table.add(catalog.map { found.named(by: $0) } ?? found, place: record.entry.place?.text ?? "")
        return .table(table.table(), named: table.form.rawValue)
    }

    private func taken(_ request: Request, _ values: PathValues) async throws(HTTPProblem) -> Taken {
        let (record, shelf) = try await shelf(values)
        guard let id = request.query["list"] else {
            let (list, inventory) = ShelfList.labels(on: [shelf])
            return Taken(record: record, shelf: shelf, list: list, inventory: inventory)
        }
        let list = try ShelfList(sent: try await history.bookList(id))
        let order = try request.query.choice("order", ShelfList.Order.self)
        let scope = try request.query.choice("scope", Inventory.Scope.self)
        do throws(InventoryError) {
            return Taken(
                record: record, shelf: shelf, list: list,
                inventory: try list.inventory(of: [shelf], order: order, scope: scope))
        } catch {
            throw .unprocessable("the shelf and the list are too long to compare")
        }
    }

    private func shelf(_ values: PathValues) async throws(HTTPProblem) -> (HistoryRecord, Shelf) {
        let id = values["id"]
        let record = try await history.reading { history in try await history.record(id) }
        guard let shelf = record.corrected.as(Shelf.self) else { throw .unprocessable("this entry is not a shelf") }
        return (record, shelf)
    }
}

extension HistoryService {
    /// Loads a stored list, to identify books; nil if the client names none.
    nonisolated func catalog(_ list: String?) async throws(HTTPProblem) -> Catalog? {
        guard let list else { return nil }
        let csv = try await bookList(list)
        do throws(CatalogError) { return try Catalog(csv: csv) } catch { throw HTTPProblem(error) }
    }
}

extension Query {
    fileprivate func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Choice.Type
    ) throws(HTTPProblem) -> Choice? where Choice.RawValue == String {
        guard let text = self[name], text != "auto" else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw .badRequest("\(name) is auto, \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }
}
