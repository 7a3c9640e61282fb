import Espy
import EspyTool
import Foundation
import Testing

/// `espy rack` on the committed boxes, from the file to the table.
struct RackSampleTests {
    private let path = Repository.path("Tests/Samples/rack/box-9x9.jpg")

    /// Returns the value of each cell of a sample, from the file beside it.
    private func truth(_ name: String) throws -> [String: String] {
        let data = Data(try Repository.text("Tests/Samples/rack/\(name).json").utf8)
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var cells: [String: String] = [:]
        for vial in try #require(json["vials"] as? [[String: Any]]) {
            let code = try #require(vial["code"] as? [String: Any])
            cells["\(vial["row"] ?? ""),\(vial["col"] ?? "")"] = code["value"] as? String
        }
        return cells
    }

    /// Maps row and column to values, from a table with plain values.
    private func cells(_ csv: String) -> [String: String] {
        var result: [String: String] = [:]
        for line in csv.split(separator: "\r\n").dropFirst() {
            let fields = line.split(separator: ",")
            result[fields.suffix(2).joined(separator: ",")] = String(fields[0])
        }
        return result
    }

    @Test func tableHasTheTrueValueInEveryCell() async throws {
        let ending = try await espy("rack", path, "--grid", "9x9")
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(ending.out.hasPrefix("value,x,y,rect,row,col\r\n"))
        let found = cells(ending.out)
        #expect(found == (try truth("box-9x9")))
        #expect(found.count == 81)
    }

    /// Every code of every sample in its cell, and no wrong value, as README.md says.
    @Test(arguments: [
        ("box-5x5-mixed", "5x5", 24), ("box-9x9", "auto", 81), ("box-9x9-hard", "auto", 47),
        ("box-10x10-tilted", "10x10", 74), ("rack-8x12-flatbed", "8x12", 64),
    ])
    func everySampleIsRead(name: String, grid: String, count: Int) async throws {
        let ending = try await espy("rack", Repository.path("Tests/Samples/rack/\(name).jpg"), "--grid", grid)
        let found = cells(ending.out)
        #expect(found == (try truth(name)))
        #expect(found.count == count)
        #expect(try Repository.text("README.md").contains("| `\(name).jpg` | \(count) | \(count) | 0 |"))
    }

    @Test func jsonAndTableAgree() async throws {
        let json = try await espy("rack", path, "--grid", "9x9", "--json").out
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let rack = try JSONDecoder().decode(Rack.self, from: Data(json.utf8))
        #expect(object["file"] as? String == path)
        #expect(object["complete"] as? Bool == true)
        #expect(rack.csv() == (try await espy("rack", path, "--grid", "9x9").out))
        #expect(rack.rows == 9)
        #expect(rack.cols == 9)
        #expect(rack.cells.count == 81)
    }

    @Test func summaryCountsCells() async throws {
        let ending = try await espy("rack", path, "--grid", "9x9", "-v")
        #expect(ending.err == "\(path): 81 cells: 81 read\n")
    }

    @Test func severalBoxesShareATable() async throws {
        let other = Repository.path("Tests/Samples/rack/box-5x5-mixed.jpg")
        let ending = try await espy("rack", other, path, "-q")
        let files = ending.out.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",")[0] }
        #expect(files.count > 90)
        #expect(files.first == other[...])
        #expect(files.last == path[...])
        #expect(files.firstIndex(of: path[...]) == files.lastIndex(of: other[...]).map { $0 + 1 })
        #expect(ending.out.components(separatedBy: "file,value").count == 2)
    }

    @Test func annotatedPhotoDiffersFromThePhoto() async throws {
        let scratch = try Scratch()
        _ = try await espy("rack", path, "--grid", "9x9", "-q", "-o", scratch.file("x.png"))
        let photo = try ImageDecoder().decode(try sample("box-9x9"))
        let drawn = try ImageDecoder().decode(try scratch.bytes("x.png"))
        #expect(photo.width == drawn.width)
        #expect(photo.height == drawn.height)
        let changed = zip(photo.pixels, drawn.pixels).count { $0 != $1 }
        #expect(changed > photo.pixels.count / 200)
        #expect(changed < photo.pixels.count / 2)
    }

    @Test func interruptedRunLeavesNothing() async throws {
        let scratch = try Scratch()
        let arguments = ["rack", "-o", scratch.file("out/"), "--csv", scratch.file("t.csv")]
        let inputs = Array(repeating: path, count: 40)
        let task = Task { try await espy(arguments + inputs) }
        try await Task.sleep(for: .milliseconds(150))
        task.cancel()
        #expect(try await task.value.exit == 130)
        #expect(!scratch.names.contains("t.csv"))
        let written = (try? FileManager.default.contentsOfDirectory(atPath: scratch.file("out"))) ?? []
        #expect(written.count < 40)
        #expect(written.allSatisfy { $0.hasSuffix(".jpg") && !$0.hasPrefix(".") })
    }
}
