import EspyBase
import EspyPixels
import Foundation

/// Files in which people and other programs have marked things, whichever of the known kinds they are.
public enum MarkFile {
    /// More marks than any photo.
    public static let mostMarks = 200_000
    /// Bytes of a file, at most.
    public static let largest = 256 << 20

    /// What a file marks, photo by photo.
    ///
    /// It is told by its first bytes which kind it is: COCO, LabelMe, what `espy count --json` prints, regions of ImageJ
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

    /// JSON Lines: what several photos gave, and their total.
    private static func lines(_ bytes: [UInt8]) throws(MarkFileError) -> [MarkedPhoto] {
        let decoder = JSONDecoder()
        var photos: [MarkedPhoto] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard let kind = try? decoder.decode(Kind.self, from: Data(line)) else {
                throw .broken(reason: "it is no JSON")
            }
            guard kind.has(.detections) else { continue }
            guard let count = try? decoder.decode(CountLine.self, from: Data(line)) else {
                throw .broken(reason: "a line is not as espy count writes it")
            }
            photos.append(count.photo)
        }
        if photos.isEmpty { throw .unknownKind }
        return photos
    }

    /// Which of the keys are there that tell one kind of file from another.
    private struct Kind: Decodable {
        enum Key: String, CodingKey { case annotations, shapes, detections }

        private let keys: [Key]

        init(from decoder: any Decoder) throws { keys = try decoder.container(keyedBy: Key.self).allKeys }

        func has(_ key: Key) -> Bool { keys.contains(key) }
    }

    /// A result of `espy count --json`: what is counted in it is marked.
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
