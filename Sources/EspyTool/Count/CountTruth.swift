import Espy
import EspyApp
import EspySystem

/// The marks that users or other programs have made on photos.
struct CountTruth: Sendable {
    private let photos: [MarkedPhoto]
    /// Indices into `photos` by file name, with and without extension.
    private let byName: [String: Int]
    private let byStem: [String: Int]

    /// - Parameter path: A file, or a folder of them.
    init(_ path: String) throws(Problem) {
        photos = Files.isFolder(path) ? try Self.photos(inFolder: path) : try Self.photos(path)
        let names = photos.enumerated().compactMap { place, photo in
            photo.file.map { (name: Self.lastPart($0), place: place) }
        }
        byName = Dictionary(names.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
        byStem = Dictionary(names.map { (Path.stem(of: $0.name), $0.place) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the marks on a counted photo.
    ///
    /// - Parameter name: Nil for the only marked photo, whatever its name.
    func marks(in count: Count, named name: String?) throws(Problem) -> [MarkedPhoto.Mark] {
        guard let photo = photo(named: name) else {
            throw Problem("unmarkedPhoto", "--truth does not contain this photo; use the same file name")
        }
        guard let marks = photo.marks(width: count.width, height: count.height) else {
            throw Problem("otherPhoto", "--truth belongs to a photo of another size; mark this photo")
        }
        return marks
    }

    /// Finds a photo by its file name, or without the extension for photos that were converted to another format.
    private func photo(named name: String?) -> MarkedPhoto? {
        let only = photos.count == 1 ? photos.first : nil
        guard let name else { return only }
        guard let place = byName[Path.name(of: name)] ?? byStem[Path.stem(of: name)] else {
            return only?.file == nil ? only : nil
        }
        return photos[place]
    }

    /// Accepts the path separators of all systems.
    private static func lastPart(_ path: String) -> String {
        Path.name(of: String(path.split(separator: "\\").last ?? ""))
    }

    private static let extensions: Set<String> = ["json", "jsonl", "zip", "roi", "csv"]

    private static func photos(inFolder path: String) throws(Problem) -> [MarkedPhoto] {
        let names = try reading { () throws(FileError) in try Files.names(in: path) }
        var photos: [MarkedPhoto] = []
        for name in names where extensions.contains(Path.fileExtension(of: name)) {
            photos += try Self.photos(Path.join(path, name)).map { $0.naming(Path.stem(of: name)) }
        }
        return photos
    }

    private static func photos(_ path: String) throws(Problem) -> [MarkedPhoto] {
        let bytes = try reading { () throws(FileError) in try Files.read(path, limit: MarkFile.largest) }
        do throws(MarkFileError) {
            return try MarkFile.photos(in: bytes)
        } catch {
            throw Problem(error, of: path)
        }
    }

    private static func reading<Value>(_ work: () throws(FileError) -> Value) throws(Problem) -> Value {
        do throws(FileError) {
            return try work()
        } catch {
            throw Problem("unreadableTruth", "\(printable(error.path)): \(error.text)")
        }
    }
}

extension MarkedPhoto {
    /// Uses the name of the mark file if the photo has none.
    fileprivate func naming(_ stem: String) -> MarkedPhoto {
        var photo = self
        photo.file = file ?? stem
        return photo
    }
}

extension Problem {
    fileprivate init(_ error: MarkFileError, of path: String) {
        let why =
            switch error {
            case .unknownKind: "unknown format; use COCO, LabelMe, ImageJ, Espy's JSON or a table"
            case .broken(let reason): reason
            case .tooMany(let limit): "more than \(limit) marks"
            }
        self.init("unreadableTruth", "\(printable(path)): \(printable(why))")
    }
}

extension CountScore {
    /// `56 counted, 58 marked (-3.4%): 94.8% of the marks found, 98.2% of the detections right`
    var text: String {
        let share = error.map { " (\($0 > 0 ? "+" : "")\(Self.percent($0))%)" } ?? ""
        let parts = [
            recall.map { "\(Self.percent($0))% of the marks found" },
            precision.map { "\(Self.percent($0))% of the detections right" },
        ].compactMap(\.self)
        return "\(count) counted, \(truth) marked\(share): \(parts.joined(separator: ", "))"
    }

    private static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1000).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}

/// A result with its score.
struct ScoredAnswer: Encodable {
    let answer: CountAnswer
    let score: CountScore?

    private enum Key: String, CodingKey { case score }

    func encode(to encoder: any Encoder) throws {
        try answer.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encodeIfPresent(score, forKey: .score)
    }
}
