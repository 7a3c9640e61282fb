import EspyBase
import EspyCount
import Foundation

/// Results as a page to print, send or save: photo with marks, number and range, settings, confirmation.
///
/// A single, static HTML file without scripts or external resources.
public struct HistoryReport: Sendable {
    /// One result.
    public struct Page: Sendable {
        public var record: HistoryRecord
        /// The photo with its marks, as JPEG; nil if it is no longer stored.
        public var picture: [UInt8]?

        public init(_ record: HistoryRecord, picture: [UInt8]?) {
            self.record = record
            self.picture = picture
        }
    }

    private let pages: [Page]
    private let made: Int
    private let moment: @Sendable (Int) -> String

    /// - Parameters:
    ///   - made: the time of the report, in seconds since 1970.
    ///   - moment: formats a time for people.
    public init(_ pages: [Page], made: Int, moment: @escaping @Sendable (Int) -> String) {
        self.pages = pages
        self.made = made
        self.moment = moment
    }

    public func html() -> String {
        let title = pages.count == 1 ? pages[0].record.entry.title : "\(pages.count) results"
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(Markup.escaped(title))</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            \(pages.count > 1 ? summary : "")
            \(pages.map(article).joined(separator: "\n"))
            <footer>Espy, \(Markup.escaped(moment(made)))</footer>
            </body>
            </html>

            """
    }

    /// The Content-Security-Policy for a report: it may only show its own pictures and styles.
    public static let policy =
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    /// All results in a table, with a total if they are of one kind.
    private var summary: String {
        let rows = pages.map { page in
            let entry = page.record.entry
            let range = page.record.corrected.as(Count.self)?.rangeWords ?? ""
            let cells = [entry.title, moment(entry.time), String(entry.count), range, entry.confirmation?.by ?? ""]
            return "<tr>\(Self.cells(cells))</tr>"
        }
        let isOneKind = Set(pages.map(\.record.entry.kind)).count == 1
        let total = pages.reduce(0) { $0 + $1.record.entry.count }
        let foot =
            isOneKind ? "<tfoot><tr><th colspan=\"2\">Total</th><th>\(total)</th><td></td><td></td></tr></tfoot>" : ""
        let head = ["Photo", "Date", "Number", "Range", "Confirmed by"].map { "<th>\($0)</th>" }.joined()
        return """
            <section><h1>\(pages.count) results</h1>
            <table><thead><tr>\(head)</tr></thead><tbody>
            \(rows.joined(separator: "\n"))
            </tbody>\(foot)</table></section>
            """
    }

    private func article(_ page: Page) -> String {
        let facts = ReportFacts(page.record, moment: moment)
        let picture =
            page.picture.map {
                "<img alt=\"The photo with a mark on everything that was found\" "
                    + "src=\"data:image/jpeg;base64,\(Data($0).base64EncodedString())\">"
            } ?? "<p class=\"gone\">The photo is not kept any more.</p>"
        let list = facts.all.map { "<div><dt>\(Markup.escaped($0.0))</dt><dd>\(Markup.escaped($0.1))</dd></div>" }
        return """
            <article>
            <h2>\(Markup.escaped(page.record.entry.title))</h2>
            <p class="number">\(Markup.escaped(facts.headline))</p>
            <figure>\(picture)</figure>
            <dl>\(list.joined())</dl>
            \(facts.table.map(Self.table) ?? "")
            \(facts.audit.map(Self.table) ?? "")
            \(facts.isConfirmed ? "" : Self.signature)
            </article>
            """
    }

    /// A line for a handwritten signature.
    private static let signature =
        "<p class=\"signature\"><span>Checked by</span><span>Date</span></p>"

    private static func table(_ table: CSVTable) -> String {
        let head = table.columns.map { "<th>\(Markup.escaped($0))</th>" }.joined()
        return """
            <table><thead><tr>\(head)</tr></thead><tbody>
            \(table.rows.map { "<tr>\(cells($0))</tr>" }.joined(separator: "\n"))
            </tbody></table>
            """
    }

    private static func cells(_ texts: [String]) -> String {
        texts.map { "<td>\(Markup.escaped($0))</td>" }.joined()
    }

    private static let style = """
        body{font:11pt/1.4 system-ui,sans-serif;color:#1f2933;max-width:52rem;margin:1.5rem auto;padding:0 1rem}
        h1,h2{font-size:1.2em;margin:0 0 .3em;overflow-wrap:anywhere}
        .number{font-size:2.2em;font-weight:700;margin:0 0 .3em}
        figure{margin:0 0 1em}
        img{display:block;max-width:100%;max-height:17cm;margin:auto;border:1px solid #9aa5b1}
        dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.3em 1.5em;margin:0 0 1em}
        dt{font-size:.8em;color:#52606d}
        dd{margin:0;overflow-wrap:anywhere}
        table{border-collapse:collapse;margin:0 0 1em;font-variant-numeric:tabular-nums}
        th,td{border:1px solid #9aa5b1;padding:.15em .6em;text-align:left}
        .signature{display:grid;grid-template-columns:2fr 1fr;gap:2em;margin:2.5em 0 1em}
        .signature span{border-top:1px solid #1f2933;font-size:.8em;color:#52606d}
        .gone,footer{color:#52606d}
        article{break-inside:avoid-page;border-top:1px solid #cbd2d9;padding-top:1em}
        @media print{article{break-before:page;border:0;padding:0}body>article:first-child{break-before:auto}}
        @page{margin:1.5cm}
        """
}

/// The contents of a report on one result, for people.
private struct ReportFacts {
    let headline: String
    let all: [(String, String)]
    /// The parts of the result: regions, wells, books.
    let table: CSVTable?
    /// The log of changes.
    let audit: CSVTable?
    let isConfirmed: Bool

    init(_ record: HistoryRecord, moment: (Int) -> String) {
        let entry = record.entry
        var facts = [("Date", moment(entry.time))]
        if let note = entry.note, !note.isEmpty { facts.append(("Note", note)) }
        let report = record.corrected.value.report
        (headline, table) = (report.headline, report.table)
        facts += report.facts
        if let words = record.result.value.words(forAny: record.corrections) {
            facts.append(("Corrected by hand", words))
        }
        if let confirmation = entry.confirmation {
            facts.append(("Confirmed by", "\(confirmation.by), \(moment(confirmation.time))"))
        }
        facts.append(("Identifier", entry.id))
        audit = Self.audit(record.audit, moment)
        (all, isConfirmed) = (facts, entry.confirmation != nil)
    }

    private static func audit(_ events: [AuditEvent], _ moment: (Int) -> String) -> CSVTable? {
        guard !events.isEmpty else { return nil }
        let rows = events.map { event in
            [
                moment(event.time), [event.kind.rawValue, event.place].compactMap(\.self).joined(separator: " "),
                event.before ?? "", event.after ?? "",
                [event.by, event.via].compactMap(\.self).joined(separator: ", "),
            ]
        }
        return CSVTable(columns: ["Changed", "What", "Before", "After", "By"], rows: rows)
    }
}

extension Analysis {
    /// Nil if there are none.
    fileprivate func words(forAny corrections: AnalysisValue?) -> String? {
        guard let corrections = corrections?.as(Corrections.self), !corrections.isEmpty else { return nil }
        return Self.words(for: corrections)
    }
}
