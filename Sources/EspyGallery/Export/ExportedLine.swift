import EspyStore
import Foundation

/// One line of an export.
enum ExportedLine: Codable, Equatable {
    /// The first line.
    case gallery(version: Int)
    case photo(ExportedPhoto)
    /// Corrections and ratings of photos that are not in the gallery now.
    case said(digest: String, corrections: [ExportedCorrection], rated: ExportedRating?)
    case album(name: String, query: String, created: Int)
    case taught(String)
    case person(ExportedPerson)
    /// An added folder. Not part of an export, which may be imported on another machine.
    case folder(String)
    /// Not part of an export, either.
    case sent(SentFile)

    static let version = 1

    private enum Key: String, CodingKey { case gallery, photo, said, album, taught, person, folder, sent }

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
        case .person: self = .person(try line.decode(ExportedPerson.self, forKey: key))
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
        case .person(let person): try line.encode(person, forKey: .person)
        case .folder(let path): try line.encode(path, forKey: .folder)
        case .sent(let file): try line.encode(file, forKey: .sent)
        case .said(let digest, let corrections, let rated):
            try line.encode(Said(digest: digest, corrections: corrections, rated: rated), forKey: .said)
        case .album(let name, let query, let created):
            try line.encode(Album(name: name, query: query, created: created), forKey: .album)
        }
    }
}

/// All data of a photo.
struct ExportedPhoto: Codable, Equatable {
    /// SHA-256 of its file, in hexadecimal.
    var digest: String
    var files: [String]
    var format: String
    var width: Int
    var height: Int
    /// ISO 8601, without a time zone: by the camera's clock, as precise as known: `1987`, `1987-05`. Nil where only the
    /// file's time is known.
    var taken: String?
    var takenSource: String
    var latitude: Double?
    var longitude: Double?
    var camera: String?
    var lens: String?
    /// The effective rating, after corrections.
    var rating: Int?
    var title: String?
    var description: String?
    /// Recognized people, and people, place and comments from the file or its sidecars.
    var people: [String]?
    var location: String?
    var notes: [String]?
    var kind: String
    /// The text read on it.
    var text: String?
    var codes: [PhotoCode]?
    /// The number of faces.
    var faces: Int?
    /// After all corrections.
    var tags: [PhotoTag]
    var colors: [ColorShare]
    var corrections: [ExportedCorrection]
    /// The user's rating.
    var rated: ExportedRating?
}

/// A correction of one tag of a photo.
struct ExportedCorrection: Codable, Equatable {
    let tag: String
    let isRight: Bool
    /// Seconds since 1970.
    let time: Int
}

/// The text of export lines.
enum ExportText {
    /// The database contains no numbers that JSON cannot represent, so encoding cannot fail.
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
