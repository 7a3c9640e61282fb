import Espy
import EspyApp
import EspyHTTP
import EspyServer
import EspySystem
import Foundation
import Synchronization

/// A server without a network, with its own folder, clock and settings, removed after the test.
final class Bench: Sendable {
    let folder: String
    let clock = WallClock()
    let environment: AppEnvironment
    let api: API
    let client: Client

    /// Idle threads shared by many tests.
    private static let threads = WorkerThreads(count: 4)

    /// - Parameter settings: values by key that replace the bench's defaults.
    init(
        counting: CountEngine = FakeCounting.engine(), settings: [String: String] = [:],
        gallery: GalleryService? = nil, photos: PhotoLimits = .init(), jobs: JobQueue.Limits = .init(),
        sessions: ShelfSessionStore.Limits = .init(), inbox: InboxLimits = .init()
    ) throws {
        let folder = NSTemporaryDirectory() + "espy-server-\(UUID().uuidString)"
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let clock = clock
        let homes = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "TMPDIR"].map { ($0, folder) }
        var environment = AppEnvironment(variables: Dictionary(uniqueKeysWithValues: homes), now: { clock.time })
        environment.given = Self.settings.merging(settings) { $1 }.mapValues { .init($0, by: "test") }
        self.environment = environment
        var parts = ServerDependencies(
            facts: ServerInfo(version: "1.2.3"), environment: environment, counting: counting,
            shelves: FakeShelves.engine,
            gallery: gallery
                ?? GalleryService(GalleryFile(environment), home: folder, now: { clock.time }),
            openAPI: Repository.path("docs/openapi.yaml"), threads: Self.threads,
            makeID: { UUID().uuidString.lowercased() }, fileStamp: { "stamp\($0)" }, minuteStamp: { "minute\($0)" })
        parts.photoLimits = photos
        parts.jobLimits = jobs
        parts.sessionLimits = sessions
        parts.inboxLimits = inbox
        api = API(parts)
        client = Client(core: ServerCore(router: Router(api.routes)))
    }

    /// No models, and no copies of photos in the history.
    private static let settings = [
        "count.detector": FakeCounting.models.detector, "count.embedder": FakeCounting.models.embedder ?? "none",
        "history-photos": "none",
    ]

    /// The path of the history.
    var history: String { folder + "/espy/history.sqlite" }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Uploads a photo.
    func upload(_ bytes: [UInt8], name: String = "tray.jpg") async throws -> String {
        let answer = await client.post("/api/v1/photos?name=\(name)", type: "image/jpeg", bytes)
        return try answer.text("id")
    }

    /// Starts a job.
    func start(_ path: String, _ request: Any) async throws -> String {
        let answer = await client.post(path, json: request)
        guard answer.status == 202 else { throw Unexpected(answer) }
        return try answer.text("id")
    }

    /// Waits for a job to finish.
    func finish(_ job: String) async throws -> Reply {
        let answer = await client.get("/api/v1/jobs/\(job)/events")
        for await _ in answer.events {}
        return await client.get("/api/v1/jobs/\(job)")
    }

    /// Counts things in a photo and stores the result.
    /// - Returns: the identifier of the entry.
    func entry(width: Int = 800) async throws -> String {
        let photo = try await upload(try Pictures.jpeg(width: width))
        let job = try await finish(try await start("/api/v1/counts", ["photo": photo]))
        let entry = try job.object("entry")
        guard let id = entry["id"] as? String else { throw Unexpected(job) }
        return id
    }
}

/// A clock that advances only when a test says so.
final class WallClock: Sendable {
    private let seconds = Mutex(1_771_597_822)

    var time: Int { seconds.withLock { $0 } }

    func advance(_ by: Int) { seconds.withLock { $0 += by } }
}

/// An unexpected answer, after which a test cannot continue.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ reply: Reply) { description = "\(reply.status): \(String(decoding: reply.bytes, as: UTF8.self))" }
}

/// Files of the repository, located relative to this source file.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func path(_ relative: String) -> String { root.appendingPathComponent(relative).path }

    static func text(_ relative: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(relative), encoding: .utf8)
    }

    static func bytes(_ relative: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: root.appendingPathComponent(relative)))
    }
}
