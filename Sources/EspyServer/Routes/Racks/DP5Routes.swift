import Espy
import EspyHTTP
import EspySystem
import Foundation
import Synchronization

/// The part of the remote interface of Ziath's DP5 that programs use to control a scanner. Paths and field names are
/// the same, so that such programs work unchanged. See docs/guide/get-a-box-into-a-lims.md for its limits.
///
/// There is no scanner to put a rack on. A scan returns the photo in the request, or else the newest rack read in the
/// last minutes. Each is returned once, so it is never mistaken for the next one.
struct DP5Routes: Sendable {
    let scans: ScanQueue
    let upload: PhotoUpload
    let photos: PhotoStore
    let reading: PhotoJobRoutes
    let settings: SettingsStore
    let version: String
    let makeID: @Sendable () -> String

    private static let root = "/dp5/remote/v1"

    var all: [Route] {
        [
            Route(.post, "\(Self.root)/scan", handler: scan),
            Route(.get, "\(Self.root)/containers", handler: containers),
            Route(.get, "\(Self.root)/system/status", handler: status),
            Route(.get, "\(Self.root)/system/version", handler: tellVersion),
        ]
    }

    private func scan(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let uid = request.query["container_uid"]
        let container = try uid.map { (uid) throws(HTTPProblem) in try settings.container(Self.container(uid)) }
        let wait = try request.query.number("wait", in: 0...300, or: 8)
        if (request.body.length ?? 1) > 0 {
            let (entry, rack) = try await read(request, container, wait)
            return try .fresh(DP5Scan(rack, entry, container, uid: uid))
        }
        guard let (entry, rack) = try await scans.next(within: wait) else { throw .noScan }
        if let container, (rack.rows, rack.cols) != (container.rows, container.cols) {
            let wanted = "\(container.rows) x \(container.cols)"
            throw .unprocessable("the box that was read has \(rack.rows) x \(rack.cols) wells, not \(wanted)")
        }
        return try .fresh(DP5Scan(rack, entry, container, uid: uid))
    }

    /// MISO asks for `mirage96sbs`: the number in a name of another program is the number of positions.
    private static func container(_ uid: String) -> String {
        let digits = uid.drop { !$0.isNumber }.prefix { $0.isNumber }
        let isOwn = uid.allSatisfy { $0.isNumber } || digits.isEmpty
        return isOwn || RackContainer.known.allSatisfy { $0.name != digits } ? uid : String(digits)
    }

    private func read(
        _ request: Request, _ container: RackContainer?, _ wait: Int
    ) async throws(HTTPProblem) -> (HistoryEntry?, Rack) {
        let photo = try await upload.receive(request, id: makeID())
        await photos.add(photo)
        let asked = RackRequest(
            photo: photo.id, options: RackOptionOverrides(container: container?.name), replaces: nil, keep: true)
        let started = try await reading.submit(asked, for: request.callerName)
        let job = try await reading.jobs.end(of: started.id, within: wait)
        if let problem = job.problem { throw problem }
        guard let rack = job.outcome?.result.as(RackAnswer.self)?.rack else {
            throw .notReady
        }
        if let entry = job.outcome?.entry { scans.handOut(entry) }
        return (job.outcome?.entry, rack)
    }

    private func containers(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh((settings.containers() ?? RackContainer.known).map(DP5Container.init))
    }

    private func status(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(["status": "READY"])
    }

    private func tellVersion(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(["version": "Espy \(version)"])
    }
}

/// Hands racks to programs that wait for a scan.
final class ScanQueue: Sendable {
    /// How long after its reading a rack can be returned as a scan, in seconds.
    static let age = 600

    private let history: HistoryService
    private let now: @Sendable () -> Int
    /// The history position of the last returned rack.
    private let last: Mutex<Int>

    init(history: HistoryService, now: @escaping @Sendable () -> Int) {
        self.history = history
        self.now = now
        last = Mutex(0)
    }

    /// Marks a rack as returned.
    func handOut(_ entry: HistoryEntry) { last.withLock { $0 = max($0, entry.position) } }

    /// Returns the newest rack that was not returned before; waits for one.
    func next(within seconds: Int) async throws(HTTPProblem) -> (HistoryEntry, Rack)? {
        for turn in 0...(2 * seconds) {
            if turn > 0, (try? await Task.sleep(for: .milliseconds(500))) == nil { return nil }
            guard let entry = try await newest() else { continue }
            let isNew = last.withLock { last in
                guard entry.position > last else { return false }
                last = entry.position
                return true
            }
            if isNew { return try await history.box(entry.id) }
        }
        return nil
    }

    private func newest() async throws(HTTPProblem) -> HistoryEntry? {
        let found = try await history.reading(or: []) { history in
            try await history.entries(kind: .rack, limit: 1)
        }
        return found.first { now() - $0.time <= Self.age }
    }
}

/// A scan with the field names of DP5.
private struct DP5Scan: Encodable {
    struct Tube: Encodable {
        let row: Int
        let column: Int
        let x: Int
        let y: Int
        let decodeStatus: String
        let barcode: String?

        func encode(to encoder: any Encoder) throws {
            var box = encoder.container(keyedBy: Key.self)
            try box.encode(row, forKey: .row)
            try box.encode(column, forKey: .column)
            try box.encode(x, forKey: .x)
            try box.encode(y, forKey: .y)
            try box.encode(decodeStatus, forKey: .decodeStatus)
            try box.encode(barcode, forKey: .barcode)
        }

        private enum Key: String, CodingKey { case row, column, x, y, decodeStatus, barcode }
    }

    let scanId: String
    let scanTime: String
    let containerBarcode: String?
    let containerName: String
    let containerUid: String
    let tubeBarcode: [Tube]

    init(_ rack: Rack, _ entry: HistoryEntry?, _ container: RackContainer?, uid: String?) throws(HTTPProblem) {
        guard rack.isGrid else { throw .unprocessable("the codes form no rows and columns") }
        let values = Dictionary(rack.vials.map { ($0.place, $0.value) }, uniquingKeysWith: { first, _ in first })
        scanId = entry?.id ?? ""
        scanTime = entry?.date ?? ""
        containerBarcode = rack.id
        containerName = container?.name ?? "\(rack.rows) x \(rack.cols)"
        containerUid = uid ?? containerName
        tubeBarcode = rack.cells.sorted { $0.place < $1.place }.map { cell in
            Tube(
                row: cell.row + 1, column: cell.col + 1, x: Int(cell.x), y: Int(cell.y),
                decodeStatus: Self.state(cell.status), barcode: values[cell.place])
        }
    }

    private static func state(_ status: Rack.Cell.Status) -> String {
        RackTableForm(.dp5).states[status] ?? status.rawValue
    }
}

/// A container with the field names of DP5.
private struct DP5Container: Encodable {
    let uid: String
    let name: String
    let rows: Int
    let columns: Int

    init(_ container: RackContainer) {
        (uid, name) = (container.name, container.name)
        (rows, columns) = (container.rows, container.cols)
    }
}

extension HTTPProblem {
    /// The message of DP5 for a missing scan.
    static let noScan = HTTPProblem(
        459, "no-scan", "No new box was read.", detail: "read one with a phone, or send a photo")

    static let notReady = HTTPProblem(
        468, "scan-not-ready", "The scan is not finished yet.", detail: "it continues; ask again")
}
