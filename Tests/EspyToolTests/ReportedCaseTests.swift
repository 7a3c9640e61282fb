import EspySheets
import EspyTestSupport
import EspyTool
import Foundation
import Testing

/// Reported inputs that were once answered wrongly or incompletely, without a warning.
@Suite(.enabled(if: PhotoSets.has("reports/cases.json"), "no shared/data beside the repository"))
struct ReportedCaseTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func file(_ name: String) -> String {
        PhotoSets.folder.appendingPathComponent("reports").appendingPathComponent(name).path
    }

    private func object(_ ending: Ending) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any], "\(ending.err)")
    }

    private func rack(_ name: String, _ flags: String...) async throws -> (result: [String: Any], ending: Ending) {
        let ending = try await espy(["rack", file(name), "--json", "--no-history"] + flags)
        return (try object(ending), ending)
    }

    private func kinds(_ result: [String: Any]) -> Set<String> {
        Set((result["warnings"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String })
    }

    private func values(_ result: [String: Any]) -> [String] {
        (result["vials"] as? [[String: Any]] ?? []).compactMap { $0["value"] as? String }
    }

    // R01, R02, R05
    @Test(arguments: [
        ("rack-left-half.png", "8x12"), ("rack-top3-of-9.jpg", "9x9"), ("rack-block-no-grid.png", "auto"),
    ])
    func partFilledBoxesWithoutWalls(name: String, grid: String) async throws {
        let (result, ending) = try await rack(name, "--grid", grid)
        #expect(ending.exit == 1)
        #expect(kinds(result).contains("originUnknown"))
        #expect(values(result).count >= 24)
        #expect(ending.err.contains("--corners"))
        #expect(!ending.err.contains(" empty"), "\(ending.err)")
        let table = try await espy(["rack", file(name), "--grid", grid, "--table", "fluidx", "-q", "--no-history"])
        #expect(table.exit == 1, "\(table.out)")
        #expect(table.out.split(separator: "\r\n").allSatisfy { $0.hasPrefix(",") }, "\(table.out)")
    }

    // R06
    @Test func chessboard() async throws {
        let (result, ending) = try await rack("rack-checkerboard.png", "--grid", "8x12")
        let vials = try #require(result["vials"] as? [[String: Any]])
        let wells = vials.map { String(format: "T%02d%02d", $0["row"] as? Int ?? -1, $0["col"] as? Int ?? -1) }
        #expect(values(result) == wells, "\(ending.err)")
        #expect(wells.count == 48, "\(ending.err)")
    }

    // R07, R08, R10
    @Test(arguments: [
        ("dm-open-shift.png", "ABc7"), ("dm-plain-padding.png", "TUBE07"), ("dm-eci-utf8.png", "Käse-01 µL"),
    ])
    func symbolsOfOtherWriters(name: String, value: String) async throws {
        let (result, ending) = try await rack(name, "--grid", "1x1")
        #expect(values(result) == [value])
        #expect(ending.exit == 0)
    }

    // R12
    @Test func oneOfThreeParts() async throws {
        let (result, ending) = try await rack("dm-part-1-of-3.png", "--grid", "1x1")
        #expect(ending.exit == 1)
        #expect(kinds(result) == ["partOfSeveral"])
        #expect(ending.err.contains("part 1 of 3"))
    }

    // R13, R14, R16, R17
    @Test(arguments: ["manifest-no-zeros.csv", "manifest-wrapped.csv", "manifest-format.xlsx", "manifest-utf16.txt"])
    func listsOfTubes(name: String) async throws {
        let (result, ending) = try await rack("tubes-3x4.png", "--grid", "3x4", "--expect", file(name))
        let comparison = try #require(result["comparison"] as? [String: Any])
        #expect(comparison["agreeing"] as? Int == 12)
        #expect((comparison["differences"] as? [Any])?.isEmpty == true)
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(ending.err.contains("zeros") == name.contains("no-zeros"), "\(ending.err)")
    }

    // R18
    @Test func sheetsOfOurOwnAreReadBack() async throws {
        let sheet = scratch.file("x.xlsx")
        let written = try await espy(
            "rack", file("gs1-tube.png"), "--grid", "1x1", "--table", "lims", "--xlsx", sheet, "--no-history")
        #expect(written.exit == 0)
        let (result, ending) = try await rack("gs1-tube.png", "--grid", "1x1", "--expect", sheet)
        #expect(ending.exit == 0)
        #expect((result["comparison"] as? [String: Any])?["agreeing"] as? Int == 1)
    }

    // R20
    @Test func twoPages() async throws {
        let (result, ending) = try await rack("two-pages.tif", "--grid", "3x4")
        #expect(values(result).first == "A000")
        #expect(ending.err.contains("2 pages"))
        let all = try await espy("rack", file("two-pages.tif"), "--grid", "3x4", "--page", "all", "--no-history", "-q")
        for value in ["A000", "A011", "B000", "B011"] { #expect(all.out.contains(value)) }
    }

    // C02 to C05
    @Test(arguments: [("ten-bits.tif", 12), ("big.tif", 12), ("fourth-channel.tif", 12), ("strips-14.jpg", 14)])
    func counts(name: String, count: Int) async throws {
        let ending = try await espy("count", file(name), "--no-history", "-q")
        #expect(ending.out == "\(count)\n", "\(ending.err)")
        guard name == "strips-14.jpg" else { return }
        let like = try await espy("count", file(name), "--like", "79,156,500,20", "--no-history", "-q")
        #expect(like.out == "\(count)\n", "\(like.err)")
    }

    // S01, S03, S04, S05, S08, S09
    @Test(arguments: [
        ("books-cp1252.csv", "D’Arcy Œuvre – €"), ("books-pbk.csv", "9780306401008"),
        ("books-two-numbers.csv", "9780306401008"), ("books-identifiers.csv", "9780306401008"),
        ("books-sep-line.csv", "Lars Rosworth"), ("books-author-text.csv", "Lars Rosworth"),
    ])
    func listsOfBooks(name: String, part: String) async throws {
        let shelf = Repository.path("Tests/Samples/inventory/shelf.jpg")
        let ending = try await espy("shelf", shelf, "--catalog", file(name), "--table", "goodreads", "--no-history")
        let line = ending.out.split(separator: "\r\n").first { $0.hasPrefix("A Modern Marsh") }
        #expect(ending.exit == 0, "\(ending.out) \(ending.err)")
        #expect(line?.contains(part) == true, "\(ending.out) \(ending.err)")
    }

    // S10
    @Test func dumpOfACatalog() async throws {
        let catalog = scratch.file("x.sqlite")
        let ending = try await espy("shelf", "catalog", "build", file("dump.txt"), "-o", catalog)
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(ending.err.contains("2 books of 2 lines"), "\(ending.err)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: catalog))
        #expect(bytes.range(of: Data("The Grey Whale".utf8)) != nil)
    }
}

/// The same for galleries.
@Suite(.enabled(if: PhotoSets.has("reports/cases.json"), "no shared/data beside the repository"))
struct ReportedGalleryTests {
    private let scratch: Scratch
    private var home: [String: String] { ["XDG_DATA_HOME": scratch.file("data")] }

    init() throws { scratch = try Scratch() }

    @discardableResult private func added(_ name: String) async throws -> Ending {
        let folder = PhotoSets.folder.appendingPathComponent("reports/\(name)")
        try FileManager.default.copyItem(atPath: folder.path, toPath: scratch.file(name))
        return try await gallery("add", scratch.file(name), "--tagger", "none", "-q")
    }

    private func gallery(_ arguments: String...) async throws -> Ending {
        try await espy(["gallery"] + arguments, variables: home)
    }

    private func found(_ words: String) async throws -> Set<String> {
        Set(try await gallery("search", words).out.split(separator: "\n").map { ($0 as NSString).lastPathComponent })
    }

    // G01, G05, G21, G22
    @Test(arguments: [
        ("takeout", "2009-11-16T12:51:58"), ("afternoon", "2013-08-12T15:12:05"), ("messenger", "2019-05-21"),
        ("midnight", "2019-01-01T00:04:20"),
    ])
    func datesAreRight(name: String, date: String) async throws {
        try await added(name)
        let export = try await gallery("export").out
        #expect(export.contains("\"taken\":\"\(date)\""), "\(export)")
        if name == "takeout" {
            #expect(export.contains("harbour walk"))
            #expect(export.contains("\"latitude\":41.89"))
        }
    }

    // G03, G14, G16, G17
    @Test(arguments: [
        ("partial", "date:1987", ["scan.jpg"]), ("cjk", "京都", ["京都の庭.jpg"]), ("cjk", "公園", ["大阪城公園.jpg"]),
        ("cjk", "北京", ["我的北京旅行.jpg"]), ("city", "rome", ["Rome trip.jpg", "p.jpg"]),
        ("words", "picnic", ["com.jpg"]), ("words", "florence", ["city.jpg"]), ("words", "anna", ["person.jpg"]),
    ])
    func wordsFind(name: String, words: String, photos: [String]) async throws {
        try await added(name)
        #expect(try await found(words) == Set(photos))
    }

    // G06, G07
    @Test(arguments: ["receipts", "labels"]) func otherPapersAreNoVersions(name: String) async throws {
        try await added(name)
        let ending = try await gallery("duplicates")
        #expect(ending.out.isEmpty, "\(ending.out)")
        #expect(ending.err.contains("no duplicates"), "\(ending.out)")
    }

    // G09, G11
    @Test(arguments: [("nas", 1), ("endings", 2)]) func photosAreTakenByWhatTheyAre(
        name: String, count: Int
    ) async throws {
        try await added(name)
        let status = try await gallery("status").out
        #expect(status.contains("photos    \(count)\n"), "\(status)")
        if name == "nas" { #expect(status.contains("small copies")) }
    }

    // G13
    @Test func linksInsideTheFolderAreFollowed() async throws {
        let folder = scratch.file("links")
        try FileManager.default.createDirectory(atPath: folder + "/.store", withIntermediateDirectories: true)
        let photo = PhotoSets.folder.appendingPathComponent("reports/partial/scan.jpg").path
        try FileManager.default.copyItem(atPath: photo, toPath: folder + "/.store/9f.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/holiday.jpg", withDestinationPath: ".store/9f.jpg")
        #expect(try await gallery("add", folder, "--tagger", "none", "-q").exit == 0)
        #expect(try await found("holiday") == ["holiday.jpg"])
    }

    // G19
    @Test func photosThatEndEarlyAreShownAsFarAsTheyGo() async throws {
        #expect(try await added("cutoff").exit == 1)
        let status = try await gallery("status").out
        #expect(status.contains("photos    1\n"), "\(status)")
        #expect(status.contains("problems  1\n"), "\(status)")
        let path = scratch.file("cutoff/no-end.jpg")
        let count = try await espy("count", path, "--no-history")
        #expect(count.exit == 1, "\(count.err)")
        #expect(count.err.contains("ends early"), "\(count.err)")
    }
}
