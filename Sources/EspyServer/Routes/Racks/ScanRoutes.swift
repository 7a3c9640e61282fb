import Espy
import EspyApp
import EspyHTTP

/// Espy as a scanner for other programs: takes a photo and returns its table, in one request.
struct ScanRoutes: Sendable {
    let upload: PhotoUpload
    let photos: PhotoStore
    let reading: PhotoJobRoutes
    let settings: SettingsStore
    let makeID: @Sendable () -> String
    let now: @Sendable () -> Int
    /// Formats local time for tables.
    let secondStamp: @Sendable (Int) -> String

    var all: [Route] { [Route(.post, "\(APIPath.root)/scan", handler: scan)] }

    private enum Format: Equatable {
        case table(RackTableFile.Format)
        case json
    }

    private func scan(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        // Invalid parameters are reported before the photo is received.
        let (form, format) = (try request.query.rackTable, try format(request.query))
        let wait = try request.query.number("wait", in: 0...300, or: 60)
        let overrides = try request.query.rackOverrides
        let keeps = try request.query.truth("keep", or: true)
        let page = try request.query.number("page", in: 1...1_000_000, or: 1)
        let photo = try await upload.receive(request, id: makeID())
        await photos.add(photo)
        let asked = RackRequest(photo: photo.id, page: page, options: overrides, replaces: nil, keep: keeps)
        let started = try await reading.submit(asked, for: request.callerName)
        let job = try await reading.jobs.end(of: started.id, within: wait)
        switch job.phase {
        case .done: return try await answer(job, form, format)
        case .failed: throw job.problem ?? .internalError
        case .cancelled: throw .cancelled
        case .queued, .running: return try .accepted(job)
        }
    }

    private func format(_ query: Query) throws(HTTPProblem) -> Format {
        switch query["format"] {
        case nil, "csv": return .table(.csv)
        case "xlsx": return .table(.xlsx)
        case "json": return .json
        default: throw .badRequest("format is csv, xlsx or json")
        }
    }

    private func answer(
        _ job: JobState, _ form: RackTableForm, _ format: Format
    ) async throws(HTTPProblem) -> Response {
        guard let found = job.outcome?.result.as(RackAnswer.self) else { throw .internalError }
        let rack = found.rack
        guard !rack.vials.isEmpty || !rack.outside.isEmpty else { throw .noCodes }
        var response: Response
        switch format {
        case .json: response = try .fresh(found)
        case .table(let format):
            let file = RackTableFile(
                rack, form, date: secondStamp(job.outcome?.entry?.time ?? now()),
                raw: try settings.current().isOn(.raw))
            response = try file.response(format)
        }
        // Corresponds to the exit code of the command.
        let isSure = rack.isComplete
        response.headers["Espy-Complete"] = isSure ? "true" : "false"
        // A table does not show that the file has more pages.
        if let pages = rack.pages { response.headers["Espy-Pages"] = String(pages) }
        if let entry = job.outcome?.entry { response.headers["Espy-Entry"] = entry.id }
        return response
    }
}

extension Query {
    /// The options for reading a rack.
    fileprivate var rackOverrides: RackOptionOverrides {
        get throws(HTTPProblem) {
            let below = self["fromBelow"] == nil ? nil : try truth("fromBelow", or: false)
            let turn = try self["turn"].map { (text) throws(HTTPProblem) in
                guard let turn = Double(text) else { throw .badRequest("turn is a number of degrees") }
                return turn
            }
            return RackOptionOverrides(
                container: self["container"], grid: self["grid"], a1: self["a1"], fromBelow: below,
                corners: try corners, turn: turn, rack: self["rack"])
        }
    }

    /// `X,Y,X,Y`: pairs of coordinates.
    private var corners: [[Double]]? {
        get throws(HTTPProblem) {
            guard let text = self["corners"] else { return nil }
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard numbers.count.isMultiple(of: 2), !numbers.contains(nil) else {
                throw .badRequest("corners are X,Y of one, two or four wells, in pixels")
            }
            let known = numbers.compactMap(\.self)
            return stride(from: 0, to: known.count, by: 2).map { [known[$0], known[$0 + 1]] }
        }
    }
}

extension JobQueue {
    /// Waits for a job to end.
    ///
    /// - Returns: The state at that time. After a timeout the job is still running.
    func end(of id: String, within seconds: Int) async throws(HTTPProblem) -> JobState {
        let events = try events(id)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in events {} }
            group.addTask { try? await Task.sleep(for: .seconds(seconds)) }
            await group.next()
            group.cancelAll()
        }
        return try job(id)
    }
}

extension HTTPProblem {
    /// There is nothing in the photo to put into a table.
    static let noCodes = HTTPProblem(
        422, "no-codes", "No code was found in the photo.", detail: "move closer, focus, or add light")
}
