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

    static var isThere: Bool { has("rack/truth.csv") }

    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
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
        let errata = try records(Data(contentsOf: errata))
        for row in try rows("rack/truth.csv") where row[0] == set {
            let erratum = errata.first { Array($0[..<3]) == Array(row[..<3]) }
            let value = erratum?[3] ?? row[2]
            if let index = entries.firstIndex(where: { $0.file == row[1] }) {
                entries[index].values.append(value)
            } else {
                entries.append(Entry(file: row[1], values: [value]))
            }
        }
        return entries
    }

    /// Where the truth that came with the photos is itself wrong, and why: set, file, listed value, value read.
    private static let errata = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../Samples/errata.csv").standardized

    static func rows(_ path: String) throws -> [[String]] { records(Data(try bytes(path))) }

    /// The records of CSV without the header, and without control characters in the values.
    private static func records(_ data: Data) -> [[String]] {
        var rows: [[String]] = []
        var fields = [""]
        var isQuoted = false
        for scalar in String(decoding: data, as: UTF8.self).unicodeScalars {
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
