import Espy
import Testing

struct HistoryTableTests {
    private func entry(_ title: String, note: String? = nil) -> HistoryEntry {
        HistoryEntry(
            id: "1d", kind: .count, time: 1_771_597_822, title: title, note: note, count: 3,
            range: .init(low: 2, high: 5), parameters: AnalysisValue(CountOptions(confidence: 0.25)), isFavorite: true,
            position: 1)
    }

    private let header =
        "id,kind,date,file,count,low,high,rows,cols,favorite,confidence,similarity,note,confirmed_by,confirmed\r\n"

    @Test func nothingIsAHeader() {
        #expect(HistoryEntry.csv([]) == header)
    }

    @Test func oneLineEach() {
        var rack = entry("box")
        rack.kind = .rack
        rack.range = nil
        (rack.rows, rack.cols, rack.parameters, rack.isFavorite) = (8, 12, AnalysisValue(RackOptions()), false)
        #expect(
            HistoryEntry.csv([entry("a.jpg"), rack]) == header
                + "1d,count,2026-02-20T14:30:22Z,a.jpg,3,2,5,,,true,0.25,,,,\r\n"
                + "1d,rack,2026-02-20T14:30:22Z,box,3,,,8,12,false,,,,,\r\n")
    }

    @Test(arguments: [
        ("=cmd|x", "'=cmd|x"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("-1", "'-1"), ("\n", "\"'\n\""),
    ])
    func titlesCannotBecomeFormulasOrColumns(title: String, field: String) {
        #expect(HistoryEntry.csv([entry(title)]).contains("Z,\(field),3,"))
        #expect(HistoryEntry.csv([entry("x", note: title)]).hasSuffix(",,\(field),,\r\n"))
    }
}
