import EspyHTTP
import EspySystem
import Foundation

/// How the server is, for what watches it: outside the API, at the paths where monitors look.
struct HealthRoutes: Sendable {
    let parts: ServerParts
    let jobs: JobQueue
    let photos: PhotoStore
    let traffic: Traffic

    var all: [Route] {
        [Route(.get, "/healthz", handler: health), Route(.get, "/metrics", handler: metrics)]
    }

    private func health(_: Request, _: PathValues) async throws(HTTPProblem) -> Response {
        try .fresh(["status": "ok", "version": parts.facts.version])
    }

    /// The text format of Prometheus.
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
        text.add("espy_photos", .gauge, "Photos that are kept for clients.", [("", Double(photos.photos))])
        text.add("espy_photo_bytes", .gauge, "What they take on the disk.", [("", Double(photos.bytes))])
        let (requests, seconds) = traffic.counted
        text.add(
            "espy_http_requests_total", .counter, "Requests by status.",
            requests.sorted { $0.key < $1.key }.map { ("{code=\"\($0.key)\"}", Double($0.value)) })
        text.add("espy_http_request_seconds_total", .counter, "Time until answers began.", [("", seconds)])
        for gauge in ProcessGauges.read() { text.add(gauge.name, gauge.kind, gauge.help, [("", gauge.value)]) }
        return Response(
            headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
            body: .bytes(Array(text.text.utf8)))
    }
}

/// Lines of the text format, version 0.0.4.
struct MetricsText {
    enum Kind: String { case gauge, counter }

    private(set) var text = ""

    /// - Parameter samples: labels in braces, or nothing, and the value.
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

/// What the system counts of this process, under the names that all programs use.
struct ProcessGauges {
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
