import Espy
import EspyApp
import EspyHTTP
import EspySystem
import Foundation

/// Information about Espy: health, version and features.
struct AboutRoutes: Sendable {
    let parts: ServerDependencies

    var all: [Route] {
        [
            Route(.get, "\(APIPath.root)/health", handler: health),
            Route(.get, "\(APIPath.root)/about", handler: about),
            Route(.get, "\(APIPath.root)/openapi.yaml", handler: openAPI),
        ]
    }

    /// Open to all clients, so that a page can find out whether it needs to be paired.
    private func health(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let access =
            switch request.caller {
            case .local: "local"
            case .device: "device"
            case .program: "program"
            case .stranger: "none"
            }
        return try .fresh(["status": "ok", "version": parts.facts.version, "access": access])
    }

    private struct About: Encodable {
        struct Authority: Encodable {
            let name: String
            let fingerprint: String
        }

        struct Limits: Encodable {
            let bytes: Int
            let pixels: Int
        }

        let name: String
        let version: String
        let models: Count.Models
        let lan: Bool
        let tls: Bool
        /// The authority that signed the server's certificate; nil if Espy made none.
        let authority: Authority?
        let paired: Bool
        let loopback: Bool
        let looksTwice: Bool
        let limits: Limits
    }

    private func about(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let about = About(
            name: "Espy", version: parts.facts.version, models: try parts.settings.current().countModels,
            lan: parts.facts.isShared, tls: parts.facts.isEncrypted,
            authority: parts.facts.authority.map { .init(name: $0.name, fingerprint: $0.fingerprint) },
            paired: request.caller.isPaired,
            loopback: request.caller == .local, looksTwice: parts.facts.looksTwice,
            limits: .init(bytes: parts.photoLimits.bytes, pixels: parts.photoLimits.pixels))
        return try .fresh(about)
    }

    private func openAPI(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        guard let file = OpenFile(parts.openAPI) else { throw .notFound }
        return Response(
            headers: ["Content-Type": "application/yaml", "Cache-Control": "no-cache"],
            body: .file(file, offset: 0, length: file.size))
    }
}

extension Request.Caller {
    fileprivate var isPaired: Bool {
        if case .device = self { return true }
        return false
    }
}

/// Health and metrics for monitoring, outside the API, at the usual paths.
struct HealthRoutes: Sendable {
    let parts: ServerDependencies
    let jobs: JobQueue
    let photos: PhotoStore
    let traffic: Traffic

    var all: [Route] {
        [Route(.get, "/healthz", handler: health), Route(.get, "/metrics", handler: metrics)]
    }

    private func health(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(["status": "ok", "version": parts.facts.version])
    }

    /// Returns metrics in the Prometheus text format.
    private func metrics(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        var text = MetricsText()
        text.add("espy_build_info", .gauge, "What runs.", [("{version=\"\(parts.facts.version)\"}", 1)])
        let jobs = await jobs.load
        text.add(
            "espy_jobs", .gauge, "Jobs by state.",
            [("{state=\"waiting\"}", Double(jobs.waiting)), ("{state=\"running\"}", Double(jobs.running))])
        text.add(
            "espy_jobs_ended_total", .counter, "Jobs that have ended.",
            jobs.ended.sorted { $0.key < $1.key }.map { ("{\($0.key)}", Double($0.value)) })
        let photos = await photos.load
        text.add("espy_photos", .gauge, "Photos stored for clients.", [("", Double(photos.photos))])
        text.add("espy_photo_bytes", .gauge, "Disk space of the stored photos.", [("", Double(photos.bytes))])
        let (requests, seconds) = traffic.counted
        text.add(
            "espy_http_requests_total", .counter, "Requests by status.",
            requests.sorted { $0.key < $1.key }.map { ("{code=\"\($0.key)\"}", Double($0.value)) })
        text.add("espy_http_request_seconds_total", .counter, "Time until responses began.", [("", seconds)])
        for gauge in ProcessGauges.read() { text.add(gauge.name, gauge.kind, gauge.help, [("", gauge.value)]) }
        return Response(
            headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
            body: .bytes(Array(text.text.utf8)))
    }
}

/// Builds the Prometheus text format, version 0.0.4.
private struct MetricsText {
    package enum Kind: String { case gauge, counter }

    private(set) var text = ""

    /// - Parameter samples: Labels in braces, or nothing, and the value.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: String, value: Double)]) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let number =
                sample.value == sample.value.rounded() && abs(sample.value) < 1e15
                ? String(Int(sample.value)) : String(sample.value)
            text += "\(name)\(sample.labels) \(number)\n"
        }
    }
}

/// Process metrics under the usual Prometheus names.
private struct ProcessGauges {
    let name: String
    let kind: MetricsText.Kind
    let help: String
    let value: Double

    static func read() -> [ProcessGauges] {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        var gauges = [
            ProcessGauges(
                name: "process_cpu_seconds_total", kind: .counter, help: "Processor time.",
                value: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
        ]
        if let bytes = Machine.usedMemory {
            gauges.append(
                ProcessGauges(
                    name: "process_resident_memory_bytes", kind: .gauge, help: "Memory that is held.",
                    value: Double(bytes)))
        }
        if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            gauges.append(
                ProcessGauges(name: "process_open_fds", kind: .gauge, help: "Files that are open.", value: Double(open))
            )
        }
        return gauges
    }
}

/// Settings: reading, changing and resetting them.
struct SettingsRoutes: Sendable {
    let settings: SettingsStore
    let history: HistoryService

    var all: [Route] {
        let path = "\(APIPath.root)/settings"
        return [
            Route(.get, path, handler: show), Route(.patch, path, handler: change),
            Route(.delete, path, handler: reset),
        ]
    }

    private func show(_: Request, _: PathValues) async throws(HTTPProblem) -> Response { try await answer() }

    private func change(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        let checked = try settings.checked(try await request.json([String: String].self))
        guard request.caller == .local || checked.values[Setting.people.key] == nil else { throw .localOnly }
        if let limit = checked.values[Setting.historyLimit.key] {
            try await limitingHistory(request, to: limit) { () throws(HTTPProblem) in try settings.change(checked) }
        } else {
            try settings.change(checked)
        }
        return try await answer()
    }

    private func reset(_ request: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try await limitingHistory(request, to: nil) { () throws(HTTPProblem) in try settings.reset() }
        return try await answer()
    }

    /// Changes settings. If a lower limit deletes results, it deletes only as many as the client has agreed to.
    private func limitingHistory(
        _ request: Request, to limit: String?, _ change: () throws(HTTPProblem) -> Void
    ) async throws(HTTPProblem) {
        let agreed = try request.query.number("deleting", in: 0...Int(Int32.max), or: 0)
        guard let limit = HistoryFile.loweredLimit(settings.environment, storing: limit) else { return try change() }
        let count = try await history.reading(or: 0) { history in try await history.counts(beyond: limit) }
        guard count <= agreed else { throw .wouldDelete(count) }
        try change()
        if count > 0 { _ = try await history.reading(or: 0) { try await $0.deleteCounts(beyond: limit) } }
    }

    private func answer() async throws(HTTPProblem) -> Response {
        try .fresh(["settings": try settings.rows()])
    }
}
