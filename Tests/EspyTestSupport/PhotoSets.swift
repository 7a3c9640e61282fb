package import Espy
package import Foundation

/// Real photos with known truth, which are not part of this repository.
package enum PhotoSets {
    package static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["ESPY_SHARED"] {
            return URL(fileURLWithPath: path).appendingPathComponent("data")
        }
        // Tests/EspyTestSupport/PhotoSets.swift in the repository, which is beside the folder.
        return URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../shared/data").standardized
    }()

    package static var isThere: Bool { has("rack/truth.csv") }

    package static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
    }

    package static func bytes(_ path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: folder.appendingPathComponent(path)))
    }

    package static func photo(_ path: String) throws -> RGBImage { try ImageDecoder().decode(bytes(path)) }

    /// A photo and the values of the codes in it.
    package struct Entry {
        package let file: String
        package var values: [String]
    }

    /// The photos of one set in `rack/truth.csv`, whose rows are set, file, value and position.
    package static func entries(of set: String) throws -> [Entry] {
        var entries: [Entry] = []
        for row in try rows("rack/truth.csv") where row[0] == set {
            if let index = entries.firstIndex(where: { $0.file == row[1] }) {
                entries[index].values.append(row[2])
            } else {
                entries.append(Entry(file: row[1], values: [row[2]]))
            }
        }
        return entries
    }

    package static func rows(_ path: String) throws -> [[String]] { records(Data(try bytes(path))) }

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
