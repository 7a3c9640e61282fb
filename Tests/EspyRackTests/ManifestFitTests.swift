import Espy
import EspyBase
import EspySamples
import EspySheets
import EspyTestSupport
import Testing

/// Lists changed by spreadsheets and people, compared with the box.
@Suite struct ManifestFitTests {
    private static let codes = ["0036322619", "0036330538", "0036338457", "0036346376", "AB 1", "00ABC"]

    private func rack(_ codes: [String] = codes) -> Rack {
        let places = codes.enumerated().map { (Rack.Place(row: $0 / 3, col: $0 % 3), $1) }
        return RackComparisonTests.rack(rows: 2, cols: 3, Dictionary(uniqueKeysWithValues: places))
    }

    private func comparison(_ rack: Rack, _ list: ListFile) throws -> RackComparison {
        let manifest = try RackManifest(records: list.records, notes: list.notes)
        return RackComparison(rack, with: try #require(manifest.contents(of: rack)))
    }

    /// Returns a list with one field for each tube, in the order of the wells.
    private func list(_ fields: [String]) throws -> ListFile {
        let wells = ["A1", "A2", "A3", "B1", "B2", "B3"]
        let lines = zip(wells, fields).map { "\($0),\"\($1.replacing("\"", with: "\"\""))\"" }
        return try ListFile(Array((["Well,Code"] + lines).joined(separator: "\r\n").utf8), limit: 100)
    }

    @Test(
        arguments: [
            { $0 }, { "=\"\($0)\"" }, { "'" + $0 }, { " \($0)  " }, { "\($0)\u{A0}" }, { "'=\"\($0)\"" },
            { "= \"\($0)\" " },
        ] as [@Sendable (String) -> String])
    func whatKeepsTextAsTextIsSeenThrough(form: @Sendable (String) -> String) throws {
        let found = try comparison(rack(), try list(Self.codes.map(form)))
        #expect(found.isSame)
        #expect(found.agreeing == 6)
        #expect(found.notes.isEmpty)
    }

    @Test func zerosAreFoundAndTold() throws {
        let lost = Self.codes.prefix(4).map { String($0.dropFirst(2)) } + Self.codes.suffix(2)
        let found = try comparison(rack(), try list(lost))
        #expect(found.isSame)
        #expect(found.agreeing == 6)
        #expect(found.notes == [ListNote(.zerosLost, count: 4)])
        #expect(
            found.notes[0].text == "the list has lost the zeros in front: 4 codes fit when they are put back")
        // A tube in another well, and one that is missing: restoring zeros hides neither.
        let moved = try comparison(rack(), try list(["36330538", "36322619", "36338457", "99", "AB 1", "00ABC"]))
        #expect(moved.differences.map(\.kind.rawValue).sorted() == ["missing", "moved", "moved", "new"])
        #expect(moved.notes == [ListNote(.zerosLost, count: 3)])
    }

    @Test(arguments: [
        ("36322619.0", ListNote.Kind.zerosLost), ("36,322,619", .zerosLost), ("36.322.619", .zerosLost),
        ("3.6322619E+7", .zerosLost), ("0036322619.0", .numbersRewritten), ("'36322619", .zerosLost),
        ("=\"36322619\"", .zerosLost), ("36 322 619,00", .zerosLost),
    ])
    func numbersAreSeenThrough(field: String, kind: ListNote.Kind) throws {
        let found = try comparison(rack(), try list([field] + Self.codes.dropFirst()))
        #expect(found.isSame)
        #expect(found.notes.map(\.kind) == [kind])
        #expect(found.notes[0].count == 1)
    }

    @Test func lostDigitsAreNoCode() throws {
        let long = ["12345678901234567", "12345678901299999", "0036338457"]
        let fields = ["1.23457E+16", "12345678901200000", "3,63E+07"]
        let found = try comparison(rack(long), try list(fields))
        #expect(found.differences.count == 6)
        #expect(found.agreeing == 0)
        #expect(found.notes.map(\.kind) == [.digitsLost])
        #expect(found.notes[0].count == 2)
        let cut = try comparison(rack(["12345678901234567"]), try list(["12345678901234500"]))
        #expect(!cut.isSame)
        #expect(cut.notes.map(\.kind) == [.digitsLost])
    }

    /// If restored zeros would fit two codes, or make two equal, none are restored.
    @Test func zerosThatFitTwoCodesStayDifferences() throws {
        let two = try comparison(rack(["0012", "00012"]), try list(["12", "00012"]))
        #expect(two.differences.map(\.kind) == [.missing, .new])
        #expect(two.notes.isEmpty)
        let alike = try comparison(rack(["0012", "X"]), try list(["12", "012"]))
        #expect(alike.differences.filter { $0.kind == .missing }.map(\.value) == ["12", "012"])
        #expect(alike.notes.isEmpty)
        let own = try comparison(rack(["12", "0012"]), try list(["12", "Y"]))
        #expect(own.agreeing == 1)
        #expect(own.notes.isEmpty)
        let other = try comparison(rack(["00012"]), try list(["012"]))
        #expect(!other.isSame)
        #expect(other.notes.isEmpty)
    }

    @Test func blanksAndLineEndsOfCodes() throws {
        let codes = ["end ", " start", "a\r\nb", "line\n", "tab\t", "AB"]
        #expect(try comparison(rack(codes), try list(codes)).agreeing == 6)
        #expect(try comparison(rack(codes), try list(["end", "start", "a\nb", "line", "tab", " AB "])).agreeing == 6)
        // Two tubes whose codes differ only by a space are different.
        let close = try comparison(rack(["AB", "AB "]), try list(["AB ", "AB"]))
        #expect(close.isSame || close.differences.map(\.kind) == [.moved, .moved])
        #expect(try comparison(rack(["AB", "AB "]), try list(["AB", "AB "])).agreeing == 2)
    }

    @Test func boxesWhoseNumberLostItsZeros() throws {
        var box = rack(["x"])
        box.id = "0042"
        let list = try ListFile(Array("rack,well,code\n42,A1,x\n43,A1,y".utf8), limit: 9)
        let found = try comparison(box, list)
        #expect(found.isSame)
        #expect(found.notes == [ListNote(.otherName, sample: "42")])
        let two = try ListFile(Array("rack,well,code\n42,A1,x\n042,A1,y".utf8), limit: 9)
        #expect(try RackManifest(records: two.records).contents(of: box) == nil)
        let wrapped = try ListFile(Array("rack,well,code\n=\"0042\",A1,x".utf8), limit: 9)
        #expect(try comparison(box, wrapped).notes.isEmpty)
    }

    @Test(arguments: ["NA", "-", "empty", "***", "Error"]) func wordsForNoCodeThatAreCodes(word: String) throws {
        #expect(try comparison(rack([word, "x"]), try list([word, "x"])).agreeing == 2)
        #expect(try comparison(rack(["y", "x"]), try list([word, "x"])).differences.map(\.kind) == [.new])
    }

    @Test(arguments: [
        "My box, 7\nWell,Code\nA1,x\nB2,y", "Box 7;;\nA1;x\nB2;y", "row,col,code\n1.0,1.0,x\n2.0,2.0,y",
        "=\"A1\",x\n=\"B2\",y", "sep=;\nWell;Code\nA1;x\nB2;y", "Well|Code\nA1|x\nB2|y", " A1 , x\n 'B2 , y",
    ])
    func formsOfSpreadsheets(text: String) throws {
        let list = try ListFile(Array(text.utf8), limit: 100)
        let boxes = try RackManifest(records: list.records).boxes
        #expect(boxes.map { $0.items.map(\.place.name) } == [["A1", "B2"]])
        #expect(boxes[0].items.map { $0.value.filter { $0 != " " } } == ["x", "y"])
    }

    /// Whatever the codes are, they are read back as written: in each format, with formulas defused and without, as CSV
    /// and as a
    /// sheet.
    @Test(arguments: 0..<20) func everyFormComesBack(seed: UInt64) throws {
        var random = SampleRandom(seed: seed)
        for name in RackTableForm.Name.allCases {
            var rack = rack(Self.codes(&random))
            rack.id = "R7"
            for isRaw in [true, false] {
                let table = rack.table(RackTableForm(name), date: "2026-01-01", raw: isRaw)
                let text = try ListFile(Array(table.text().utf8), limit: 100)
                #expect(try comparison(rack, text).isSame, "\(name) \(rack.vials.map(\.value))")
                let sheet = try ListFile(try SheetWriter.xlsx(table.lines(), name: "rack"), limit: 100)
                #expect(try comparison(rack, sheet).isSame, "\(name) \(rack.vials.map(\.value))")
            }
        }
        let plain = rack(Self.codes(&random))
        let back = try comparison(plain, try ListFile(Array(plain.table().text().utf8), limit: 100))
        #expect(back.isSame)
        #expect(back.agreeing == plain.vials.count)
    }

    /// Texts of all one-byte characters except zero, because a code containing it is written as hexadecimal digits.
    private static func codes(_ random: inout SampleRandom) -> [String] {
        let pieces = ["_x0041_", "=", "'", "\"", ",", ";", "\r\n", " ", "_x", "\u{1D}", "00", "-", "|", "\t"]
        var codes: Set<String> = []
        while codes.count < 6 {
            let code = (0..<random.integer(in: 1...9)).map { _ in
                random.integer(in: 0...2) == 0
                    ? pieces[random.integer(in: 0...pieces.count - 1)]
                    : String(Unicode.Scalar(UInt8(random.integer(in: 1...255))))
            }.joined()
            // Other codes must differ in more than white space.
            if code.contains(where: { !$0.isWhitespace }) { codes.insert(code + "\(codes.count)") }
        }
        return codes.sorted()
    }

    @Suite(.enabled(if: PhotoSets.has("reports/cases.json"), "no shared/data beside the repository"))
    struct Reported {
        @Test(arguments: [
            "manifest-no-zeros.csv", "manifest-wrapped.csv", "manifest-format.xlsx", "manifest-utf16.txt",
        ])
        func listsOfSpreadsheets(name: String) async throws {
            let list = try ListFile(try PhotoSets.bytes("reports/\(name)"), limit: 100)
            let rack = try await RackReader(options: RackOptions(grid: .size(rows: 3, columns: 4)))
                .read(try PhotoSets.photo("reports/tubes-3x4.png"))
            let contents = try RackManifest(records: list.records, notes: list.notes).contents(of: rack)
            let found = RackComparison(rack, with: try #require(contents))
            #expect(found.isSame)
            #expect(found.agreeing == 12)
            #expect(found.notes == (name.contains("no-zeros") ? [ListNote(.zerosLost, count: 12)] : []))
        }
    }
}
