import Espy
import EspyHTTP

/// Who changed what about an entry, as a table: to be read, and nothing else. The entry itself has the same list.
struct AuditRoutes: Sendable {
    let history: HistoryService
    /// Local time as part of a file's name.
    let fileStamp: @Sendable (Int) -> String

    var all: [Route] { [Route(.get, "\(APIPath.root)/history/{id}/audit.csv", handler: table)] }

    private func table(_: Request, _ values: PathValues) async throws(HTTPProblem) -> Response {
        let id = values["id"]
        let record = try await history.reading { (history) throws(HistoryError) in try await history.record(id) }
        return Response(
            headers: [
                "Content-Type": "text/csv; charset=utf-8",
                "Content-Disposition": "attachment; filename=\"changes_\(fileStamp(record.entry.time)).csv\"",
                "Cache-Control": "no-store",
            ], body: .bytes(Array(AuditEvent.csv(record.audit).utf8)))
    }
}
