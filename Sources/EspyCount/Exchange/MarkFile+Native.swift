// Not in the browser: it reads no files of marks.

import EspyBase
public import EspyPixels
import EspySystem
import Foundation

/// Reads files in which people or other programs have marked things, in any of the known formats.
public enum MarkFile {
    /// The largest number of marks: more than any photo has.
    public static let mostMarks = 200_000
    /// The largest size of a file in bytes.
    public static let largest = 256 << 20

    /// Reads the marks in a file, photo by photo.
    ///
    /// The first bytes determine the format: COCO, LabelMe, the output of `espy count --json`, regions of ImageJ
    /// (`.roi`, or a `.zip` of them), or a table with the columns x and y, and width and height if boxes are marked.
    public static func photos(in bytes: [UInt8]) throws(MarkFileError) -> [MarkedPhoto] {
        let photos = try read(bytes)
        guard photos.reduce(0, { $0 + $1.marks.count }) <= mostMarks else { throw .tooMany(limit: mostMarks) }
        return photos
    }

    private static func read(_ bytes: [UInt8]) throws(MarkFileError) -> [MarkedPhoto] {
        if bytes.starts(with: [0x50, 0x4B]) { return [try ImageJRegions.photo(bytes)] }
        if bytes.starts(with: Array("Iout".utf8)) {
            guard let marks = ImageJRegion.marks(bytes, name: nil) else {
                throw .broken(reason: "the region is cut short")
            }
            return [MarkedPhoto(marks: marks)]
        }
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        return first == UInt8(ascii: "{") ? try json(bytes) : try MarkTable.photos(bytes)
    }

    private static func json(_ bytes: [UInt8]) throws(MarkFileError) -> [MarkedPhoto] {
        let data = Data(bytes)
        let decoder = JSONDecoder()
        guard let kind = try? decoder.decode(Kind.self, from: data) else { return try lines(bytes) }
        do {
            if kind.has(.annotations) { return try decoder.decode(CocoDataset.self, from: data).photos }
            if kind.has(.shapes) { return [try decoder.decode(LabelMeFile.self, from: data).photo] }
            if kind.has(.detections) { return [try decoder.decode(CountLine.self, from: data).photo] }
        } catch {
            throw .broken(reason: "it is not as files of its kind are")
        }
        throw .unknownKind
    }

    /// Reads JSON Lines: the results of several photos, and their total.
    private static func lines(_ bytes: [UInt8]) throws(MarkFileError) -> [MarkedPhoto] {
        let decoder = JSONDecoder()
        var photos: [MarkedPhoto] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard let kind = try? decoder.decode(Kind.self, from: Data(line)) else {
                throw .broken(reason: "it is not valid JSON")
            }
            guard kind.has(.detections) else { continue }
            guard let count = try? decoder.decode(CountLine.self, from: Data(line)) else {
                throw .broken(reason: "a line is not output of espy count")
            }
            photos.append(count.photo)
        }
        if photos.isEmpty { throw .unknownKind }
        return photos
    }

    /// The keys that distinguish one format from another.
    private struct Kind: Decodable {
        enum Key: String, CodingKey { case annotations, shapes, detections }

        private let keys: [Key]

        init(from decoder: any Decoder) throws { keys = try decoder.container(keyedBy: Key.self).allKeys }

        func has(_ key: Key) -> Bool { keys.contains(key) }
    }

    /// A result of `espy count --json`; its counted things are the marks.
    private struct CountLine: Decodable {
        var file: String?
        var width: Int
        var height: Int
        var detections: [Count.Detection]

        var photo: MarkedPhoto {
            let marks = detections.filter(\.main).compactMap { thing in
                MarkedPhoto.Mark(x: thing.x, y: thing.y, width: thing.width, height: thing.height)
            }
            return MarkedPhoto(file: file, size: PhotoSize(width: width, height: height), marks: marks)
        }
    }
}

/// Marks as a table with the columns `x` and `y`: corners if there are `width` and `height`, too; otherwise points.
///
/// Columns may be in any case and order. `file` names the photo of a line, and `name` the thing; a `main` other than
/// true, as in Espy's own tables, means that it is not counted.
private enum MarkTable {
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
                throw .broken(reason: "line \(index + 1) of the table has no position")
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

/// A photo and the things that a person, or another program, has marked in it.
public struct MarkedPhoto: Sendable, Equatable {
    /// Name of the picture's file without folders; nil if unknown.
    public var file: String?
    /// Pixels of the upright picture; nil if unknown.
    public var size: PhotoSize?
    public var marks: [Mark]

    public init(file: String? = nil, size: PhotoSize? = nil, marks: [Mark]) {
        (self.file, self.size, self.marks) = (file, size, marks)
    }

    /// One thing, in pixels of the upright picture.
    public struct Mark: Sendable, Equatable {
        /// Its position: a box as drawn, or a point somewhere on the thing.
        public var place: Place
        /// The label of the thing.
        public var name: String?

        public init(_ place: Place, name: String? = nil) { (self.place, self.name) = (place, name) }
    }

    public enum Place: Sendable, Equatable {
        case box(Rect)
        case point(Point)
    }
}

extension MarkedPhoto {
    /// Scales the marks to a larger or smaller version of the picture that they were made in.
    ///
    /// - Returns: nil if the aspect ratio differs: the photo was turned or cropped since.
    public func marks(width: Int, height: Int) -> [Mark]? {
        guard let size, size != PhotoSize(width: width, height: height) else { return marks }
        guard size.width > 0, size.height > 0 else { return nil }
        let (across, down) = (Double(width) / Double(size.width), Double(height) / Double(size.height))
        guard abs(across / down - 1) < 0.01 else { return nil }
        return marks.map { $0.scaled(across, down) }
    }
}

/// A reason why marks could not be read from a file.
public enum MarkFileError: Error, Sendable, Equatable {
    /// The format is unknown.
    case unknownKind
    /// The format is known, but the file is broken.
    case broken(reason: String)
    /// It has more marks than any photo.
    case tooMany(limit: Int)
}

extension MarkedPhoto.Mark {
    /// - Returns: nil for an invalid box: numbers that are not finite, or no area.
    init?(x: Double, y: Double, width: Double, height: Double, name: String? = nil) {
        guard [x, y, width, height].allSatisfy({ abs($0) < Self.farthest }), width > 0, height > 0 else { return nil }
        self.init(.box(Rect(x: x, y: y, width: width, height: height)), name: name)
    }

    /// - Returns: nil if the numbers are not finite.
    init?(x: Double, y: Double, name: String? = nil) {
        guard [x, y].allSatisfy({ abs($0) < Self.farthest }) else { return nil }
        self.init(.point(Point(x: x, y: y)), name: name)
    }

    /// The box around a shape.
    init?(around corners: [Point], name: String? = nil) {
        guard let left = corners.map(\.x).min(), let right = corners.map(\.x).max(), let top = corners.map(\.y).min(),
            let bottom = corners.map(\.y).max()
        else { return nil }
        self.init(x: left, y: top, width: right - left, height: bottom - top, name: name)
    }

    fileprivate func scaled(_ across: Double, _ down: Double) -> MarkedPhoto.Mark {
        switch place {
        case .box(let box):
            let scaled = Rect(
                x: box.x * across, y: box.y * down, width: box.width * across, height: box.height * down)
            return MarkedPhoto.Mark(.box(scaled), name: name)
        case .point(let point):
            return MarkedPhoto.Mark(.point(Point(x: point.x * across, y: point.y * down)), name: name)
        }
    }

    /// No picture is that large.
    private static let farthest = 1e7
}
