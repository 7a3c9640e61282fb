import Espy
import Foundation

/// Real photos with truth beside them, which are not part of this repository.
enum PhotoSets {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["ESPY_SHARED"] {
            return URL(fileURLWithPath: path).appendingPathComponent("data")
        }
        // Tests/EspyTests/Photos/PhotoSets.swift in the repository, which lies beside the folder.
        return URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../shared/data").standardized
    }()

    static var isThere: Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("rack/truth.csv").path)
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: folder.appendingPathComponent(path)))
    }

    static func photo(_ path: String) throws -> RGBImage { try ImageDecoder().decode(bytes(path)) }

    /// A photo and the values of the codes in it.
    struct Entry {
        let file: String
        var values: [String]
    }

    /// The photos of one set of `rack/truth.csv`, where every row is set, file, value and position.
    static func entries(of set: String) throws -> [Entry] {
        var entries: [Entry] = []
        for row in try rows("rack/truth.csv") where row[0] == set {
            let value = Erratum.corrected(row[2], set: set)
            if let index = entries.firstIndex(where: { $0.file == row[1] }) {
                entries[index].values.append(value)
            } else {
                entries.append(Entry(file: row[1], values: [value]))
            }
        }
        return entries
    }

    /// The records of a CSV file without its header. Values there have lost their control characters.
    static func rows(_ path: String) throws -> [[String]] {
        var rows: [[String]] = []
        var fields = [""]
        var isQuoted = false
        for scalar in String(decoding: try bytes(path), as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: fields.append("")
            case "\n" where !isQuoted:
                rows.append(fields)
                fields = [""]
            case let scalar where scalar.value >= 32: fields[fields.count - 1].unicodeScalars.append(scalar)
            default: break
            }
        }
        return Array(rows.dropFirst())
    }
}

/// Where the truth that came with the photos is itself wrong.
enum Erratum {
    /// The pin in the middle of `puck5_01.png` is printed DF150 E0842, and its code says the same, with two to five
    /// codewords corrected; the list has an E0342, which no reader finds.
    static func corrected(_ value: String, set: String) -> String {
        set == "dls-bluestand" && value == "DF150E0342" ? "DF150E0842" : value
    }
}
