import Espy

/// Parses a table like the system that it is for, and returns the code of each well with a tube.
enum PeerReader {
    struct Refused: Error { let line: String }

    static func read(_ form: RackTableForm.Name, _ text: String) throws -> [String: String] {
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
        return switch form {
        case .lims: try lims(lines)
        case .fluidx: try fluidx(lines)
        case .visionmate: try visionmate(lines)
        case .dp5: try dp5(lines)
        case .limber: try limber(lines)
        case .traxcer: try traxcer(lines)
        }
    }

    private static func fields(_ line: String) -> [String] {
        line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private static func lims(_ lines: [String]) throws -> [String: String] {
        let names = fields(lines[0])
        var found: [String: String] = [:]
        for line in lines.dropFirst() {
            let row = Dictionary(uniqueKeysWithValues: zip(names, fields(line)))
            guard let well = row["well"], let code = row["code"] else { throw Refused(line: line) }
            if row["status"] == "read" { found[well] = code }
        }
        return found
    }

    /// Spirit: a letter and a number before the comma; `No Tube` means none, in any case.
    private static func fluidx(_ lines: [String]) throws -> [String: String] {
        var found: [String: String] = [:]
        for line in lines {
            let parts = fields(line)
            guard parts.count >= 2, let number = Int(parts[0].dropFirst()) else { throw Refused(line: line) }
            if parts[1] == "No Read" || parts[1].lowercased() == "no tube" { continue }
            found[parts[0].prefix(1).uppercased() + String(number)] = parts[1]
        }
        return found
    }

    /// SampleDB: three columns, identified by name.
    private static func visionmate(_ lines: [String]) throws -> [String: String] {
        guard fields(lines[0]) == ["LocationRow", "LocationColumn", "TubeCode"] else { throw Refused(line: lines[0]) }
        return lines.dropFirst().map(fields).reduce(into: [:]) { found, row in
            if !["No Tube", "No Read"].contains(row[2]) { found[row[0] + row[1]] = row[2] }
        }
    }

    /// MISO: rows and columns from 1, and a status for each.
    private static func dp5(_ lines: [String]) throws -> [String: String] {
        var found: [String: String] = [:]
        for line in lines.dropFirst() {
            let row = fields(line)
            guard let number = UInt8(row[0]), let col = Int(row[1]), number > 0, col > 0,
                ["SUCCESS", "EMPTY", "ERROR"].contains(row[3])
            else { throw Refused(line: line) }
            if row[3] == "SUCCESS" { found["\(UnicodeScalar(64 + number))\(col)"] = row[2] }
        }
        return found
    }

    /// Limber: three columns and no header, one rack, and a code or `NO READ` in every line.
    private static func limber(_ lines: [String]) throws -> [String: String] {
        guard Set(lines.map { fields($0)[0] }).count == 1 else { throw Refused(line: "racks") }
        var found: [String: String] = [:]
        for line in lines {
            let row = fields(line)
            guard row.count == 3, !row[2].isEmpty, Rack.Place(well: row[1])?.name == row[1] else {
                throw Refused(line: line)
            }
            if row[2] != "NO READ" { found[row[1]] = row[2] }
        }
        return found
    }

    /// SampleDB: the first line describes the plate, and is skipped.
    private static func traxcer(_ lines: [String]) throws -> [String: String] {
        guard fields(lines[1]) == ["Position", "Tube ID"] else { throw Refused(line: lines[1]) }
        return lines.dropFirst(2).map(fields).reduce(into: [:]) { found, row in
            if !["No Tube", "No Read"].contains(row[1]) { found[row[0]] = row[1] }
        }
    }
}
