import Espy
import EspyTool
import Foundation
import Testing

/// `espy history`, and the entries that other commands add to it.
struct HistoryCommandTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func run(
        _ arguments: String..., variables: [String: String] = [:], input: [UInt8] = []
    ) async throws
        -> Ending
    {
        try await espy(
            arguments, variables: variables.merging(["XDG_DATA_HOME": scratch.path]) { $1 }, input: input)
    }

    private var file: String { scratch.file("espy/history.sqlite") }

    /// Stores the given number of counts and then one rack, the newest.
    private func fill(_ counts: Int) async throws -> [HistoryEntry] {
        try FileManager.default.createDirectory(atPath: scratch.file("espy"), withIntermediateDirectories: true)
        let history = try History(path: file)
        let image = RGBImage(width: 20, height: 20, red: 9, green: 9, blue: 9)
        for number in 1...counts {
            let found = (0..<number).map {
                Count.Detection(
                    x: Double($0), y: 1, width: 5, height: 5, confidence: 0.5, cluster: 0, main: true)
            }
            let count = Count(
                width: 20, height: 20, count: number, range: .init(low: number, high: number + 2),
                clusters: [.init(id: 0, count: number)], detections: found, model: .init(detector: "d"),
                parameters: CountOptions(pipeline: .adaptive, similarity: 0.75), warnings: [.dark])
            try await history.add(count, count.parameters, of: image, title: "tray \(number).jpg", at: 1_771_597_822)
        }
        let rack = Rack(
            width: 20, height: 20, rows: 2, cols: 3, origin: .box, layout: .given,
            cells: [.init(place: .init(row: 0, col: 0), status: .empty, center: Point(x: 1, y: 1))], vials: [])
        try await history.add(rack, .init(), of: image, title: "box\u{1B}[2J.jpg", at: 1_771_597_822)
        return try await history.entries()
    }

    @Test func photosAreKeptAndForgotten() async throws {
        try scratch.write("box.jpg", try sample("box-9x9"))
        let read = ["rack", scratch.file("box.jpg"), "--grid", "9x9", "-q"]
        let variables = ["XDG_DATA_HOME": scratch.path]
        #expect(try await espy(read, variables: variables).exit == 0)
        let none = variables.merging(["ESPY_HISTORY_PHOTOS": "none"]) { $1 }
        #expect(try await espy(read, variables: none).exit == 0)
        let entries = try await History(path: file).entries()
        #expect(try await run("history", "show", entries[0].id).out.hasSuffix("kept photo  no\n"))
        let kept = try await run("history", "show", entries[1].id).out
        #expect(kept.contains(/kept photo  \d+ x \d+ pixels, \d+ KB\n/))
        #expect(try await run("doctor").out.contains(/history +2 entries; photos of 1 result, \d+ KB\n/))
        #expect(try await run("history", "forget-photos").exit == 64)
        let forgotten = try await run("history", "forget-photos", "--yes").err
        #expect(forgotten.contains(/deleted the photos of 1 result, \d+ KB/))
        #expect(try await run("history", "forget-photos", "-y").err.contains("no photos are stored"))
        #expect(try await History(path: file).count() == 2)
    }

    @Test func oneHundredAndTenLeaveOneHundred() async throws {
        let all = try await fill(110)
        let variables = ["XDG_CONFIG_HOME": scratch.path]
        func setLimit(_ words: String..., variables more: [String: String] = [:]) async throws -> Ending {
            let places = variables.merging(["XDG_DATA_HOME": scratch.path]) { $1 }.merging(more) { $1 }
            return try await espy(["config"] + words, variables: places)
        }
        let refused = try await setLimit("set", "history-limit", "100")
        #expect(refused.exit == 64)
        #expect(refused.err.contains("to delete the 10 oldest counts without asking, give --yes"), "\(refused.err)")
        #expect(try await History(path: file).count() == 111)
        #expect((try? scratch.text("espy/config.json")) == nil)
        // A variable takes precedence over the file, so nothing is removed yet.
        let shadowed = try await setLimit(
            "set", "history-limit", "100",
            variables: ["ESPY_HISTORY_LIMIT": "500", "XDG_CONFIG_HOME": scratch.file("b")])
        #expect(shadowed.exit == 0)
        #expect(try await History(path: file).count() == 111)
        let lowered = try await setLimit("set", "history-limit", "100", "--yes")
        #expect(lowered == Ending(exit: 0, out: "", err: "deleted 10 counts\n"))
        // The rack is the newest entry, and exempt from the limit.
        #expect(try await History(path: file).entries().map(\.id) == all.prefix(101).map(\.id))
        #expect(try await setLimit("set", "history-limit", "0").exit == 64)
        #expect(try await setLimit("unset", "history-limit") == Ending(exit: 0, out: "", err: ""))
        #expect(try await History(path: file).count() == 101)
    }

    @Test func entriesAreConfirmedAndPrinted() async throws {
        try scratch.write("box.jpg", try sample("box-9x9"))
        let read = ["rack", scratch.file("box.jpg"), "--grid", "9x9", "-q"]
        #expect(try await espy(read, variables: ["XDG_DATA_HOME": scratch.path]).exit == 0)
        let id = try await History(path: file).entries()[0].id
        #expect(try await run("history", "confirm", id).exit == 64)
        #expect(try await run("history", "confirm", id, "--by", "Ann", "--off").exit == 64)
        #expect(try await run("history", "confirm", id, "--by", "a\nb").exit == 64)
        #expect(try await run("history", "confirm", id, "--by", "Ann").exit == 0)
        #expect(try await run("history", "show", id).out.contains("confirmed   by Ann, "))
        #expect(try await run("history", "list", "--json").out.contains("\"by\":\"Ann\""))
        let target = scratch.file("report.html")
        #expect(try await run("history", "report", id, "-o", target).err == "\(target): written\n")
        let page = try scratch.text("report.html")
        #expect(page.contains("81 codes"))
        #expect(page.contains("Ann, "))
        #expect(page.contains("data:image/jpeg;base64,"))
        #expect(try await run("history", "confirm", id, "--off").exit == 0)
        #expect(try await !run("history", "show", id).out.contains("confirmed"))
        #expect(try await run("history", "report", id).exit == 64)
        #expect(try await run("history", "report", id, "-o", scratch.file("report.txt")).exit == 64)
        let bare = ["PATH": "/nowhere"]
        let none = try await run("history", "report", id, "-o", scratch.file("report.pdf"), variables: bare)
        #expect(none.exit == 2, "\(none.err)")
        #expect(none.err.contains("install it, or write .html"), "\(none.err)")
    }

    /// The history stores a smaller copy, whose marks must be where they were on the photo.
    @Test func aLargePhotoHasItsMarksInPlaceInTheReport() async throws {
        let small = try ImageDecoder().decode(try sample("box-9x9"))
        let scale = 3000 / Double(small.width)
        let large = small.resized(width: 3000, height: Int(scale * Double(small.height)))
        try scratch.write("box.jpg", try ImageEncoder.jpeg(large))
        #expect(try await run("rack", scratch.file("box.jpg"), "--grid", "9x9", "-q").exit == 0)
        let history = try History(path: file)
        let record = try await history.record(try #require(try await history.entries().first).id)
        let kept = try ImageDecoder().decode(try #require(try await history.photo(record.entry.id)).jpeg)
        #expect(max(kept.width, kept.height) == 2048)
        let target = scratch.file("report.html")
        #expect(try await run("history", "report", record.entry.id, "-o", target).exit == 0)
        let printed = try #require(try scratch.text("report.html").firstMatch(of: /base64,([A-Za-z0-9+\/=]+)/))
        let drawn = try ImageDecoder().decode(Array(try #require(Data(base64Encoded: String(printed.1)))))
        guard let rack = record.result.as(Rack.self) else { throw CancellationError() }
        #expect(rack.width == 3000)
        #expect(rack.vials.count == 81)
        let share = Double(kept.width) / Double(rack.width)
        let isMarked = rack.vials.map { vial in
            let bounds = vial.code.corners.bounds.scaled(x: share, y: share).expanded(by: 4)
            return Self.differs(drawn.cropped(to: bounds), kept.cropped(to: bounds))
        }
        #expect(isMarked.allSatisfy { $0 })
        // The edge of the photo has no marks.
        let rim = Rect(x: 0, y: 0, width: 40, height: 40)
        #expect(!Self.differs(drawn.cropped(to: rim), kept.cropped(to: rim)))
    }

    /// Returns whether pictures differ by more than saving one twice would explain.
    private static func differs(_ one: RGBImage, _ other: RGBImage) -> Bool {
        one.pixels.count == other.pixels.count
            && zip(one.pixels, other.pixels).count { abs(Int($0) - Int($1)) > 80 } > 20
    }

    @Test func rackIsKeptWithAPicture() async throws {
        try scratch.write("box.jpg", try sample("box-9x9"))
        #expect(try await run("rack", scratch.file("box.jpg"), "--grid", "9x9", "-q").exit == 0)
        let entries = try await History(path: file).entries()
        #expect(entries.count == 1)
        let entry = try #require(entries.first)
        #expect(entry.title == "box.jpg")
        #expect(entry.count == 81)
        #expect(entry.kind == .rack)
        #expect(entry.rows == 9)
        #expect(entry.time == 1_771_597_822)
        #expect(entry.parameters == AnalysisValue(RackOptions(grid: .size(rows: 9, columns: 9))))
        guard let rack = try await History(path: file).record(entry.id).result.as(Rack.self) else {
            Issue.record("no rack")
            return
        }
        #expect(rack.vials.count == 81)
    }

    @Test(arguments: [(["--no-history"], [:]), ([], ["ESPY_HISTORY": "off"])])
    func nothingIsKeptWhenNotAskedFor(flags: [String], variables: [String: String]) async throws {
        try scratch.write("box.jpg", try sample("box-5x5-mixed"))
        let all = variables.merging(["XDG_DATA_HOME": scratch.path]) { $1 }
        _ = try await espy(["rack", scratch.file("box.jpg"), "-q"] + flags, variables: all)
        #expect(!FileManager.default.fileExists(atPath: scratch.file("espy")))
    }

    @Test func pictureWithoutACodeIsNotKept() async throws {
        try scratch.write("blank.jpg", try Pictures.blank())
        #expect(try await run("rack", scratch.file("blank.jpg"), "-q").exit == 1)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func folderAndFileAreTheUsersAlone() async throws {
        try scratch.write("box.jpg", try sample("box-9x9"))
        _ = try await run("rack", scratch.file("box.jpg"), "-q")
        for (path, mode) in [(scratch.file("espy"), 0o700), (file, 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
        }
    }

    @Test func answerIsGivenEvenIfItCannotBeKept() async throws {
        try scratch.write("box.jpg", try sample("box-9x9"))
        try scratch.write("espy/history.sqlite", "this is no database")
        let ending = try await run("rack", scratch.file("box.jpg"), scratch.file("box.jpg"), "--grid", "9x9")
        #expect(ending.exit == 1)
        #expect(ending.out.split(separator: "\r\n").count == 163)
        let lines = ending.err.split(separator: "\n")
        #expect(lines.count == 1, "told once: \(ending.err)")
        #expect(ending.err.contains("box.jpg: not saved in the history: \(file): damaged (file is not a database)"))
        #expect(ending.err.contains("move it; Espy creates a new one"))
        #expect(try scratch.text("espy/history.sqlite") == "this is no database")
    }

    @Test func listShowsTheNewestFirst() async throws {
        let entries = try await fill(12)
        let ending = try await run("history", "list")
        let lines = ending.out.split(separator: "\n").map(String.init)
        #expect(ending.exit == 0)
        #expect(ending.err.isEmpty)
        #expect(lines.count == 13)
        #expect(lines[0].hasPrefix("\(entries[0].id.prefix(8))  rack   2026-02-20 "))
        #expect(lines[0].hasSuffix("      0    box\\u{1b}[2J.jpg"))
        #expect(lines[1].hasSuffix("     12    tray 12.jpg"))
        #expect(lines[12].hasSuffix("      1    tray 1.jpg"))
        #expect(try await run("history", "list", "--limit", "2").out == lines[0...1].joined(separator: "\n") + "\n")
        #expect(try await run("history", "list", "--limit", "0").out == ending.out)
        let counts = try await run("history", "list", "--kind", "count", "--limit", "1")
        #expect(counts.out == lines[1] + "\n")
    }

    @Test func listAsJSON() async throws {
        let entries = try await fill(2)
        let lines = try await run("history", "list", "--json").out.split(separator: "\n")
        #expect(lines.count == 3)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [String: Any])
        #expect(object["id"] as? String == entries[1].id)
        #expect(object["date"] as? String == "2026-02-20T14:30:22Z")
        #expect(object["count"] as? Int == 2)
        #expect(object["title"] as? String == "tray 2.jpg")
        #expect((object["range"] as? [String: Int]) == ["low": 2, "high": 4])
        #expect(object["isFavorite"] as? Bool == false)
        #expect((object["parameters"] as? [String: Any])?["similarity"] as? Double == 0.75)
        #expect(object["result"] == nil)
        #expect(object["detections"] == nil)
    }

    @Test func showTellsAll() async throws {
        let entries = try await fill(2)
        let ending = try await run("history", "show", String(entries[1].id.prefix(9)).uppercased())
        #expect(ending.exit == 0)
        for line in [
            "id          \(entries[1].id)", "photo       tray 2.jpg", "count       2", "range       2 to 4",
            "favorite    no", "groups      2", "models      d", "warning     dark", "similarity  0.75",
            "confidence  auto", "filters     size, aspect", "border      all", "pipeline    adaptive",
        ] {
            #expect(ending.out.contains(line + "\n"), "\(line)")
        }
        let rack = try await run("history", "show", entries[0].id).out
        #expect(rack.contains("box         2 x 3\n"))
        #expect(rack.contains("empty       1\n"))
        #expect(rack.contains("grid"))
        let json = try await run("history", "show", entries[1].id, "--json").out
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let result = try #require(object["result"] as? [String: Any])
        #expect((result["detections"] as? [[String: Any]])?.count == 2)
        #expect(result["schema"] as? Int == 1)
    }

    @Test func exportGoesWhereItIsTold() async throws {
        let entries = try await fill(3)
        let all = try await run("history", "export")
        #expect(all.out == HistoryEntry.csv(entries))
        #expect(try await run("history", "export", "--csv", "--kind", "rack").out == HistoryEntry.csv([entries[0]]))
        let two = try await run("history", "export", entries[3].id, entries[1].id)
        #expect(two.out == HistoryEntry.csv([entries[3], entries[1]]))
        let path = scratch.file("all.csv")
        let written = try await run(
            "history", "export", "-o", path, "--thumbnails", scratch.file("pictures/small"))
        #expect(written.out.isEmpty)
        #expect(written.exit == 0)
        #expect(try scratch.text("all.csv") == all.out)
        for entry in entries {
            let picture = try ImageDecoder().decode(scratch.bytes("pictures/small/\(entry.id).jpg"))
            #expect(picture.width == 200)
        }
        let lines = try await run("history", "export", "--json").out.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.contains("\"result\":{") })
    }

    @Test func favoriteAndBack() async throws {
        let entries = try await fill(1)
        #expect(try await run("history", "favorite", entries[1].id) == Ending(exit: 0, out: "", err: ""))
        #expect(try await run("history", "list").out.contains("     1  * tray 1.jpg"))
        #expect(try await run("history", "favorite", entries[1].id, "--off").exit == 0)
        #expect(try await run("history", "list").out.contains("     1    tray 1.jpg"))
    }

    @Test func deleteTakesSeveral() async throws {
        let entries = try await fill(3)
        let ending = try await run("history", "delete", entries[0].id, String(entries[2].id.prefix(20)))
        let names = [entries[0].id, entries[2].id].sorted().map { String($0.prefix(8)) }.joined(separator: " ")
        let way = "within ten minutes, “espy history restore \(names)” undoes it"
        #expect(ending == Ending(exit: 0, out: "", err: "deleted 2 entries; \(way)\n"))
        #expect(try await History(path: file).entries() == [entries[1], entries[3]])
        let unknown = try await run("history", "delete", entries[1].id, "ffffffff-0000")
        #expect(unknown.exit == 2)
        #expect(unknown.err.contains("no entry “ffffffff-0000” in the history"))
        #expect(try await History(path: file).count() == 2)
    }

    @Test func restoreBringsBack() async throws {
        let entries = try await fill(3)
        #expect(try await run("history", "delete", entries[0].id, entries[1].id, "-q").err.isEmpty)
        #expect(try await run("history", "list").out.split(separator: "\n").count == 2)
        #expect(try await run("history", "show", entries[1].id).exit == 2)
        let ending = try await run("history", "restore", String(entries[1].id.prefix(12)))
        #expect(ending == Ending(exit: 0, out: "", err: "restored 1 entry\n"))
        #expect(try await History(path: file).entries() == Array(entries[1...]))
        #expect(try await run("history", "restore", entries[1].id).exit == 2)
    }

    @Test func afterTenMinutesItIsTooLate() async throws {
        let entries = try await fill(1)
        // The program's clock stands still, so the entry was deleted long ago.
        try await History(path: file).delete([entries[0].id], at: 1_771_597_822 - 600)
        let ending = try await run("history", "restore", entries[0].id)
        #expect(ending.exit == 2)
        #expect(ending.err.contains("no entry “\(entries[0].id)” in the history"))
    }

    @Test func correctionsAreShownAndExported() async throws {
        let entries = try await fill(3)
        let change = HistoryChange(corrections: AnalysisValue(CountCorrections(removed: [0, 1])))
        try await History(path: file).change(entries[1].id, change, by: .tester)
        let shown = try await run("history", "show", entries[1].id).out
        #expect(shown.contains("count       1\n"))
        #expect(shown.contains("corrected   yes\n"))
        let json = try await run("history", "export", entries[1].id, "--json").out
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(object["count"] as? Int == 1)
        #expect(object["isCorrected"] as? Bool == true)
        #expect((object["result"] as? [String: Any])?["count"] as? Int == 1)
    }

    @Test func clearAsksFirst() async throws {
        let entries = try await fill(3)
        try await History(path: file).setFavorite(true, of: entries[1].id)
        for input in ["", "yes\n"] {
            let refused = try await run("history", "clear", input: Array(input.utf8))
            #expect(refused.exit == 64)
            #expect(refused.err.contains("give --yes"))
        }
        #expect(try await History(path: file).count() == 4)
        let some = try await run("history", "clear", "--yes", "--kind", "count", "--keep-favorites")
        #expect(some == Ending(exit: 0, out: "", err: "deleted 2 entries\n"))
        let none = try await run("history", "clear", "--yes", "--kind", "count", "--keep-favorites")
        #expect(none == Ending(exit: 0, out: "", err: "nothing is saved except favorites\n"))
        #expect(try await run("history", "clear", "-yq") == Ending(exit: 0, out: "", err: ""))
        #expect(try await run("history", "clear").err == "nothing is saved yet\n")
    }

    // Its own terminal, made by script(1).
    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")),
        arguments: [
            ("yes", 0, 0), ("no", 1, 4), ("", 1, 4),
        ])
    func clearListensOnATerminal(answer: String, exit: Int32, left: Int) async throws {
        _ = try await fill(3)
        let ending = try shell(
            "echo '\(answer)' | script -qec \"$espy history clear\" /dev/null",
            variables: ["XDG_DATA_HOME": scratch.path])
        #expect(ending.exit == exit)
        #expect(ending.out.contains("This deletes 4 entries. Type yes to continue:"))
        #expect(try await History(path: file).count() == left)
    }

    @Test func nothingIsKeptYet() async throws {
        #expect(try await run("history", "list") == Ending(exit: 0, out: "", err: "nothing is saved yet\n"))
        #expect(try await run("history", "list", "--json", "-q") == Ending(exit: 0, out: "", err: ""))
        #expect(try await run("history", "export").out == HistoryEntry.csv([]))
        #expect(try await run("history", "clear", "--yes").exit == 0)
        #expect(try await run("history", "show", "abcd").exit == 2)
        // Looking does not create anything.
        #expect(scratch.names.isEmpty)
    }

    @Test(arguments: [
        (
            ["history"],
            "an action is missing: list, show, export, correct, confirm, report, place, favorite, delete, restore, forget-photos, clear"
        ),
        (["history", "lits"], "did you mean “list”?"), (["history", "show"], "ID is missing"),
        (["history", "show", "abcd", "efgh"], "unexpected argument “efgh”"),
        (["history", "show", "abc"], "“abc”: an ID needs at least 4 characters"),
        (["history", "delete"], "ID is missing"), (["history", "list", "abcd"], "unexpected argument “abcd”"),
        (["history", "list", "--kind", "gallery"], "expected count, rack, shelf"),
        (["history", "export", "--csv", "--json"], "--csv and --json exclude each other; choose one"),
    ])
    func wrongUse(arguments: [String], message: String) async throws {
        let ending = try await espy(arguments)
        #expect(ending.exit == 64)
        #expect(ending.out.isEmpty)
        #expect(ending.err.contains(message), "\(ending.err)")
    }

    @Test func damagedFileIsNamedAndLeftAlone() async throws {
        try scratch.write("espy/history.sqlite", "this is no database")
        for action in [["list"], ["show", "abcd"], ["export"], ["delete", "abcd"], ["clear", "--yes"]] {
            let ending = try await espy(["history"] + action, variables: ["XDG_DATA_HOME": scratch.path])
            #expect(ending.exit == 2)
            #expect(ending.out.isEmpty)
            #expect(ending.err.hasPrefix("espy: \(file): damaged (file is not a database); move it"))
        }
        #expect(try scratch.text("espy/history.sqlite") == "this is no database")
    }

    @Test func exportThatCannotBeWritten() async throws {
        _ = try await fill(1)
        let ending = try await run("history", "export", "-o", "/no/such/folder/a.csv")
        #expect(ending.exit == 2)
        #expect(ending.err.contains("/no/such/folder/a.csv: no such file or directory"))
    }
}
