import Espy
import EspySamples
import EspyTool
import Foundation
import Testing

/// The effects of the options of `espy rack`, tested on rendered boxes.
struct RackOptionTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A rendered 5x5 box with its own codes in some cells; all others are empty.
    private func box(_ name: String, _ values: [(row: Int, column: Int, value: String)]) throws -> String {
        var scene = try #require(CommittedSample.all.first { $0.name == "box-9x9" }).scene
        scene.width = 700
        scene.height = 700
        scene.rows = 5
        scene.columns = 5
        scene.tubes = values.map { cell in
            SampleTube(
                row: cell.row, column: cell.column,
                label: SampleLabel(code: SampleCode(value: cell.value, rows: 14, columns: 14)))
        }
        return try scratch.write(name, try scene.jpeg())
    }

    /// A full row and a full column, which make the lattice certain.
    private func cross(_ values: [String]) -> [(row: Int, column: Int, value: String)] {
        let cells = (0..<5).map { (1, $0) } + [0, 2, 3, 4].map { ($0, 2) }
        return zip(cells, values).map { ($0.0, $0.1, $1) }
    }

    private let formulas = ["=1+1", "+CMD", "-2", "@SUM", "OK6", "A,B", "Q\"Q", "OK8", "OK9"]

    /// The values of a table, without quotes.
    private func values(_ ending: Ending) -> [String] {
        ending.out.split(separator: "\r\n").dropFirst().map { line in
            guard line.hasPrefix("\"") else { return String(line.prefix { $0 != "," }) }
            let field = line.dropFirst().replacing("\"\"", with: "\u{1}").prefix { $0 != "\"" }
            return String(field).replacing("\u{1}", with: "\"")
        }
    }

    @Test func formulasAreDefusedUnlessRaw() async throws {
        let path = try box("formulas.jpg", cross(formulas))
        let safe = values(try await espy("rack", path, "--grid", "5x5", "-q"))
        #expect(Set(safe) == ["'=1+1", "'+CMD", "'-2", "'@SUM", "OK6", "A,B", "Q\"Q", "OK8", "OK9"])
        let raw = values(try await espy("rack", path, "--grid", "5x5", "-q", "--raw"))
        #expect(Set(raw) == Set(formulas))
        let byVariable = try await espy(["rack", path, "--grid", "5x5", "-q"], variables: ["ESPY_RACK_RAW": "1"])
        #expect(values(byVariable) == raw)
        let refused = try await espy(
            ["rack", path, "--grid", "5x5", "-q", "--no-raw"], variables: ["ESPY_RACK_RAW": "1"])
        #expect(values(refused) == safe)
    }

    @Test func jsonNeedsNoDefusing() async throws {
        let path = try box("formulas.jpg", cross(formulas))
        let json = try await espy("rack", path, "--grid", "5x5", "--json").out
        let rack = try JSONDecoder().decode(Rack.self, from: Data(json.utf8))
        #expect(Set(rack.vials.map(\.value)) == Set(formulas))
    }

    @Test func gridComesFromFlagVariableOrFile() async throws {
        let path = try box("box.jpg", cross((0..<9).map { "V\($0)" }))
        let file = try scratch.write("config.json", #"{"rack": {"grid": "tolerance:30"}}"#)
        func layout(_ arguments: [String], _ variables: [String: String] = [:]) async throws -> String {
            let ending = try await espy(["rack", path, "--json", "-q"] + arguments, variables: variables)
            return try JSONDecoder().decode(Rack.self, from: Data(ending.out.utf8)).layout.rawValue
        }
        #expect(try await layout(["--grid", "5x5"]) == "given")
        #expect(try await layout([], ["ESPY_RACK_GRID": "5x5"]) == "given")
        #expect(try await layout(["--config", file]) == "tolerance")
        #expect(try await layout(["--config", file, "--grid", "5x5"]) == "given")
    }

    @Test func toleranceGroupsByPixels() async throws {
        let path = try box("box.jpg", cross((0..<9).map { "V\($0)" }))
        let json = try await espy("rack", path, "--grid", "tolerance:30", "--json", "-q").out
        let rack = try JSONDecoder().decode(Rack.self, from: Data(json.utf8))
        #expect(rack.rows == 5)
        #expect(rack.vials.count == 9)
        #expect(rack.vials.filter { $0.row == 1 }.map(\.value) == ["V0", "V1", "V2", "V3", "V4"])
        #expect(Set(rack.vials.map(\.place)).count == 9)
    }

    @Test func sameValueTwiceIsDoubtful() async throws {
        let path = try box("twice.jpg", cross(["T1", "T2", "T3", "T4", "T1", "T6", "T7", "T8", "T9"]))
        let ending = try await espy("rack", path, "--grid", "5x5")
        #expect(ending.exit == 1)
        #expect(ending.err == "espy: \(path): warning: “T1” was read in B1, B5\n")
        #expect(values(ending).filter { $0 == "T1" }.count == 2)
    }

    @Test func threadsChangeNothingButTime() async throws {
        let paths = try (0..<5).map { try box("\($0).jpg", cross((0..<9).map { "N\($0)" })) }
        let one = try await espy(["rack", "--threads", "1", "--grid", "5x5"] + paths)
        let many = try await espy(["rack", "--threads", "8", "--grid", "5x5"] + paths)
        #expect(one == many)
        #expect(one.exit == 0)
        #expect(one.out.split(separator: "\r\n").count == 1 + 5 * 9)
    }

    @Test func hostileFileNamesAreDefusedInTheTable() async throws {
        let first = try box("=cmd,1.jpg", cross((0..<9).map { "N\($0)" }))
        let folder = (first as NSString).deletingLastPathComponent
        let ending = try shell("$espy rack '=cmd,1.jpg' '=cmd,1.jpg' --grid 5x5 -q", in: folder)
        let lines = ending.out.split(separator: "\r\n")
        #expect(lines.count == 19)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("\"'=cmd,1.jpg\",N") })
    }
}
