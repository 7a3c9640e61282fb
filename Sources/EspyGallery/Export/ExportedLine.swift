import EspyStore
import Foundation

/// One line of an export.
enum ExportedLine: Codable, Equatable {
    /// The first line.
    case gallery(version: Int)
    case photo(ExportedPhoto)
    /// What people said of photos that are not there now.
    case said(digest: String, corrections: [ExportedCorrection], rated: ExportedRating?)
    case album(name: String, query: String, created: Int)
    case taught(String)
    /// That was added. Not part of an export, which may be taken in on another machine.
    case folder(String)
    /// Not part of an export, either.
    case sent(SentFile)

    static let version = 1

    private enum Key: String, CodingKey { case gallery, photo, said, album, taught, folder, sent }

    private struct Said: Codable {
        let digest: String
        let corrections: [ExportedCorrection]
        var rated: ExportedRating?
    }

    private struct Album: Codable {
        let name: String
        let query: String
        let created: Int
    }

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        guard let key = line.allKeys.first else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "an unknown kind of line"))
        }
        switch key {
        case .gallery: self = .gallery(version: try line.decode(Int.self, forKey: key))
        case .photo: self = .photo(try line.decode(ExportedPhoto.self, forKey: key))
        case .taught: self = .taught(try line.decode(String.self, forKey: key))
        case .folder: self = .folder(try line.decode(String.self, forKey: key))
        case .sent: self = .sent(try line.decode(SentFile.self, forKey: key))
        case .said:
            let said = try line.decode(Said.self, forKey: key)
            self = .said(digest: said.digest, corrections: said.corrections, rated: said.rated)
        case .album:
            let album = try line.decode(Album.self, forKey: key)
            self = .album(name: album.name, query: album.query, created: album.created)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        switch self {
        case .gallery(let version): try line.encode(version, forKey: .gallery)
        case .photo(let photo): try line.encode(photo, forKey: .photo)
        case .taught(let tag): try line.encode(tag, forKey: .taught)
        case .folder(let path): try line.encode(path, forKey: .folder)
        case .sent(let file): try line.encode(file, forKey: .sent)
        case .said(let digest, let corrections, let rated):
            try line.encode(Said(digest: digest, corrections: corrections, rated: rated), forKey: .said)
        case .album(let name, let query, let created):
            try line.encode(Album(name: name, query: query, created: created), forKey: .album)
        }
    }
}

/// All that is known of a photo.
struct ExportedPhoto: Codable, Equatable {
    /// SHA-256 of its file, in hexadecimal.
    var digest: String
    var files: [String]
    var format: String
    var width: Int
    var height: Int
    /// ISO 8601, without a time zone: by the clock of the camera. As much of it as is known: `1987`, `1987-05`. Nil where
    /// there is only the time of the file.
    var taken: String?
    var takenSource: String
    var latitude: Double?
    var longitude: Double?
    var camera: String?
    var lens: String?
    /// After what people said.
    var rating: Int?
    var title: String?
    var description: String?
    /// Persons, place and comments in the words of the file, or of one beside it.
    var people: [String]?
    var location: String?
    var notes: [String]?
    var kind: String
    /// What is printed on it.
    var text: String?
    var codes: [PhotoCode]?
    /// How many.
    var faces: Int?
    /// After all that people said.
    var tags: [PhotoTag]
    var colors: [ColorShare]
    var corrections: [ExportedCorrection]
    /// How a person rated it.
    var rated: ExportedRating?
}

/// What somebody said of a tag of a photo.
struct ExportedCorrection: Codable, Equatable {
    let tag: String
    let isRight: Bool
    /// Seconds since 1970.
    let time: Int
}

/// Lines of an export as text.
enum ExportText {
    /// Numbers that JSON has no words for do not come out of the database, so nothing can go wrong here.
    static func line(_ line: ExportedLine) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return (try? encoder.encode(line)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    static func parse(_ text: String) -> ExportedLine? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try? decoder.decode(ExportedLine.self, from: Data(text.utf8))
    }
}
