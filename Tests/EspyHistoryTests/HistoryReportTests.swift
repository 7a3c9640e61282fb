import Espy
import Foundation
import Testing

/// Results as a page to print.
struct HistoryReportTests {
    private func record(
        _ title: String = "tray.jpg", confirmed: HistoryEntry.Confirmation? = nil, note: String? = nil,
        options: CountOptions = CountOptions(pipeline: .adaptive), range: Count.Range = .init(low: 3, high: 4),
        warnings: [Count.Warning] = []
    ) -> HistoryRecord {
        var count = Results.count(3)
        (count.parameters, count.range, count.warnings) = (options, range, warnings)
        let entry = HistoryEntry(
            id: "0000000a-0000-4000-8000-000000000000", kind: .count, time: 60, title: title, note: note, count: 3,
            range: range, confirmation: confirmed, position: 1)
        return HistoryRecord(entry: entry, result: AnyAnalysis(count))
    }

    private func html(_ pages: HistoryReport.Page...) -> String {
        HistoryReport(pages, made: 120) { "minute \($0 / 60)" }.html()
    }

    @Test func tellsWhatWasFoundAndWhoChecked() {
        let page = html(.init(record(confirmed: .init(by: "Ann", time: 120), note: "shelf 3"), picture: [1, 2, 3]))
        for text in [
            "<title>tray.jpg</title>", "3 things", "minute 1", "3 – 4", "Ann, minute 2", "shelf 3",
            "data:image/jpeg;base64,AQID",
        ] { #expect(page.contains(text), "\(text)") }
        #expect(!page.contains("class=\"signature\""))
    }

    @Test func leavesRoomForAPen() {
        let page = html(.init(record(), picture: nil))
        #expect(page.contains("class=\"signature\""))
        #expect(page.contains("not kept any more"))
        #expect(!page.contains("<img"))
    }

    @Test func wordsOfPeopleAreNoMarkup() {
        let bad = "<script>alert(1)</script>\"'&"
        let page = html(.init(record(bad, confirmed: .init(by: bad, time: 0), note: bad), picture: nil))
        #expect(!page.contains("<script"))
        #expect(page.contains("&lt;script&gt;"))
        #expect(page.contains("default-src 'none'"))
    }

    @Test func severalHaveATotal() {
        let page = html(.init(record("a"), picture: nil), .init(record("b"), picture: nil))
        #expect(page.contains("<h1>2 results</h1>"))
        #expect(page.contains("<th colspan=\"2\">Total</th><th>6</th>"))
    }

    @Test func onlyARangeThatHelpsIsPrinted() {
        let pages = [(3, 3), (2, 6), (1, 16)].map { low, high in
            HistoryReport.Page(record(range: .init(low: low, high: high)), picture: nil)
        }
        let page = HistoryReport(pages, made: 120) { _ in "" }.html()
        for words in ["exact", "2 – 6", "uncertain"] {
            #expect(page.contains("<td>3</td><td>\(words)</td>"), "\(words)")
            #expect(page.contains("<dt>Range</dt><dd>\(words)</dd>"), "\(words)")
        }
        #expect(!page.contains("1 – 16"))
    }

    @Test(arguments: [Count.Warning.dark, .bright, .tooMany, .damagedPhoto])
    func aPhotoThatHidesThingsIsNeverExact(_ warning: Count.Warning) {
        let dark = HistoryReport.Page(record(range: .init(low: 3, high: 3), warnings: [warning]), picture: nil)
        let page = html(dark, dark)
        #expect(page.contains("<td>3</td><td>uncertain</td>"), "\(page)")
        #expect(page.contains("<dt>Range</dt><dd>uncertain</dd>"), "\(page)")
    }

    /// The pages decide with the same limits whether a range helps.
    @Test func pagesHaveTheSameLimits() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let script = try String(contentsOf: root.appending(path: "web/app/count/doubts.js"), encoding: .utf8)
        #expect(script.contains("const WIDEST = 1 / 3\n"))
        #expect(script.contains("const NARROW = 4\n"))
        for (count, high, isShown) in [(3, 7, true), (3, 8, false), (60, 80, true), (60, 81, false)] {
            var result = Results.count(count)
            (result.range, result.warnings) = (.init(low: count, high: high), [])
            let facts = result.report.facts.filter { $0.0 == "Range" }.map(\.1)
            #expect(facts == [isShown ? "\(count) – \(high)" : "uncertain"])
        }
    }

    @Test func regionsHaveATable() {
        let left = CountOptions.Region(name: "left", corners: Quad(Rect(x: 0, y: 0, width: 40, height: 30)).corners)
        let page = html(.init(record(options: CountOptions(pipeline: .adaptive, regions: [left])), picture: nil))
        #expect(page.contains("<tr><td>left</td><td>3</td><td>3 – 4</td></tr>"), "\(page)")
    }

    @Test func boxesWithoutWellsHaveNoSize() {
        var rack = Results.rack
        rack.warnings = [Rack.Warning(.originUnknown)]
        #expect(rack.grid == nil)
        #expect(!rack.report.facts.contains { $0.0 == "Box" })
        let typed = RackCorrections(values: [.init(row: 0, col: 1, value: "X")])
        #expect(rack.changes(from: RackCorrections(values: []), to: typed).map(\.place) == ["(10, 10)"])
        #expect(Results.rack.changes(from: RackCorrections(values: []), to: typed).map(\.place) == ["A2"])
    }

    @Test func racksListTheirWells() {
        let entry = HistoryEntry(
            id: "0", kind: .rack, time: 0, title: "box", count: 0, rows: 1, cols: 2, position: 1)
        let page = html(
            .init(.init(entry: entry, result: AnyAnalysis(Results.rack)), picture: nil)
        )
        #expect(page.contains("0 codes"), "\(page)")
        #expect(page.contains("1 × 2"), "\(page)")
        #expect(page.contains("<td>A1</td>"), "\(page)")
    }
}
