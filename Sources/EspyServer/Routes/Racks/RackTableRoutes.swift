import Espy
import EspyApp
import EspyBase
import EspyHTTP
import EspySheets

/// Racks of the history as tables for other systems, with all corrections.
struct RackTableRoutes: Sendable {
    let history: HistoryService
    let settings: SettingsStore
    /// Formats local time for file names.
    let fileStamp: @Sendable (Int) -> String
    /// Formats local time for tables.
    let secondStamp: @Sendable (Int) -> String

    var all: [Route] {
        [
            Route(.get, "\(APIPath.root)/racks/containers", handler: containers),
            Route(.get, "\(APIPath.root)/history/{id}/table.csv") { (request, values) throws(HTTPProblem) in
                try await table(request, values, .csv)
            },
            Route(.get, "\(APIPath.root)/history/{id}/table.xlsx") { (request, values) throws(HTTPProblem) in
                try await table(request, values, .xlsx)
            },
        ]
    }

    private func containers(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(["containers": settings.containers() ?? RackContainer.known])
    }

    private func table(
        _ request: Request, _ values: PathValues, _ format: RackTableFile.Format
    ) async throws(HTTPProblem) -> Response {
        let form = try request.query.rackTable
        let (entry, rack) = try await history.box(values["id"])
        let file = RackTableFile(
            rack, form, date: secondStamp(entry.time), raw: try settings.current().isOn(.raw))
        let name = "vials_\(fileStamp(entry.time)).\(format.rawValue)"
        return try file.response(format, ["Content-Disposition": "attachment; filename=\"\(name)\""])
    }
}

/// A table of a whole rack as a file.
struct RackTableFile {
    enum Format: String, CaseIterable {
        case csv
        case xlsx
    }

    private let rack: Rack
    private let form: RackTableForm
    private let date: String
    private let raw: Bool

    init(_ rack: Rack, _ form: RackTableForm, date: String, raw: Bool) {
        self.rack = rack
        self.form = form
        self.date = date
        self.raw = raw
    }

    func response(_ format: Format, _ headers: Headers = [:]) throws(HTTPProblem) -> Response {
        var response = Response(headers: headers, body: .bytes(try bytes(format)))
        response.headers["Content-Type"] = format.mediaType
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    private func bytes(_ format: Format) throws(HTTPProblem) -> [UInt8] {
        switch format {
        case .csv: return Array(rack.table(form, date: date, raw: raw).text().utf8)
        case .xlsx:
            do throws(SheetError) {
                // Text in a sheet is never evaluated, so it needs no escaping.
                return try SheetWriter.xlsx(rack.table(form, date: date, raw: true).lines(), name: "rack")
            } catch {
                throw .internalError
            }
        }
    }
}

extension RackTableFile.Format {
    fileprivate var mediaType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        }
    }
}

extension Query {
    /// The requested form of the table; by default that of a LIMS.
    var rackTable: RackTableForm {
        get throws(HTTPProblem) {
            var overrides = RackTableForm.OptionOverrides(
                form: self["table"], columns: self["columns"], words: self["words"], order: self["order"],
                separator: self["separator"], header: self["header"])
            if overrides.isWithoutForm { overrides.form = RackTableForm.Name.lims.rawValue }
            do throws(RackTableForm.Refusal) {
                return try RackTableForm(overrides) ?? RackTableForm(.lims)
            } catch {
                throw .unprocessable("\(error.wish) is \(error.expected)")
            }
        }
    }
}

extension HistoryService {
    /// A rack of the history with all corrections.
    nonisolated func box(_ id: String) async throws(HTTPProblem) -> (HistoryEntry, Rack) {
        let record = try await reading { history in try await history.record(id) }
        guard let rack = record.corrected.as(Rack.self) else { throw .notFound }
        return (record.entry, rack)
    }
}
