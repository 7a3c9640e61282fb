import EspyBase
import EspySystem

/// Marks as a table: the columns `x` and `y`, which are corners where there are `width` and `height`, too, and else points.
///
/// Any case and order of the columns. `file` says of which photo a line is, `name` what the thing is called, and a `main`
/// other than true, as tables of Espy have it, that it is not counted.
enum MarkTable {
    static func photos(_ bytes: [UInt8]) throws(MarkFileError) -> [MarkedPhoto] {
        guard let text = DecodedText(bytes)?.text else { throw .unknownKind }
        let records: [[String]]
        do throws(CSVRecords.Failure) {
            records = try CSVRecords(parsing: text, limit: MarkFile.mostMarks + 1).records
        } catch {
            switch error {
            case .openQuote(let line): throw .broken(reason: "the quotation mark in line \(line) does not end")
            case .tooMany: throw .tooMany(limit: MarkFile.mostMarks)
            }
        }
        guard let header = records.first, let columns = Columns(header) else { throw .unknownKind }
        var photos: [MarkedPhoto] = []
        var places: [String?: Int] = [:]
        for (index, record) in records.enumerated().dropFirst() where columns.isCounted(record) {
            guard let mark = columns.mark(record) else {
                throw .broken(reason: "line \(index + 1) of the table has no place of a thing")
            }
            let file = columns.file(record)
            let place = places[file] ?? photos.count
            if place == photos.count {
                places[file] = place
                photos.append(MarkedPhoto(file: file, marks: []))
            }
            photos[place].marks.append(mark)
        }
        return photos
    }

    private struct Columns {
        private let x: Int
        private let y: Int
        private let width: Int?
        private let height: Int?
        private let places: [String: Int]

        init?(_ header: [String]) {
            places = Dictionary(
                header.enumerated().map { ($1.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
            guard let x = places["x"], let y = places["y"] else { return nil }
            (self.x, self.y, width, height) = (x, y, places["width"], places["height"])
        }

        func mark(_ record: [String]) -> MarkedPhoto.Mark? {
            guard let x = number(record, self.x), let y = number(record, self.y) else { return nil }
            let name = field(record, "name")
            guard let width, let height else { return MarkedPhoto.Mark(x: x, y: y, name: name) }
            guard let across = number(record, width), let down = number(record, height) else { return nil }
            return MarkedPhoto.Mark(x: x, y: y, width: across, height: down, name: name)
        }

        func file(_ record: [String]) -> String? { field(record, "file") }

        func isCounted(_ record: [String]) -> Bool { field(record, "main").map { $0.lowercased() == "true" } ?? true }

        private func field(_ record: [String], _ column: String) -> String? {
            guard let place = places[column], record.indices.contains(place), !record[place].isEmpty else { return nil }
            return record[place]
        }

        private func number(_ record: [String], _ place: Int) -> Double? {
            record.indices.contains(place) ? Double(record[place]) : nil
        }
    }
}
