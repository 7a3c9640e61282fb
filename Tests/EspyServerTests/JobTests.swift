import Espy
import EspyApp
import EspyHTTP
import EspyServer
import Foundation
import Synchronization
import Testing

struct JobTests {
    /// Blocks work until it is opened.
    private actor Latch {
        private var isOpen = false
        private var waiting: [CheckedContinuation<Void, Never>] = []
        private(set) var arrived = 0

        func open() {
            isOpen = true
            for each in waiting { each.resume() }
            waiting = []
        }

        /// Returns when the latch opens or the task is canceled.
        func pass() async throws(CountError) {
            arrived += 1
            while !isOpen {
                if Task.isCancelled { throw .cancelled }
                try? await Task.sleep(for: .milliseconds(2))
            }
        }
    }

    private let latch = Latch()

    private func bench(jobs: JobQueue.Limits = .init()) throws -> Bench {
        try Bench(
            counting: FakeCounting.engine { [latch] () async throws(CountError) in try await latch.pass() },
            jobs: jobs)
    }

    private func start(_ bench: Bench, _ photo: String) async throws -> String {
        try await bench.start("/api/v1/counts", ["photo": photo, "keep": false])
    }

    private func state(_ bench: Bench, _ job: String) async throws -> String {
        try await bench.client.get("/api/v1/jobs/\(job)").text("state")
    }

    private func wait(_ condition: () async throws -> Bool) async throws {
        for _ in 0..<2_500 {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(2))
        }
        Issue.record("nothing happened for five seconds")
    }

    @Test func twoRunAndOthersWait() async throws {
        let bench = try bench()
        let photo = try await bench.upload(try Pictures.jpeg())
        var jobs: [String] = []
        for _ in 0..<5 { jobs.append(try await start(bench, photo)) }
        try await wait { await latch.arrived == 2 }
        var states: [String] = []
        for job in jobs { states.append(try await state(bench, job)) }
        #expect(states == ["running", "running", "queued", "queued", "queued"])
        await latch.open()
        for job in jobs { #expect(try await bench.finish(job).text("state") == "done") }
        #expect(await latch.arrived == 5)
    }

    /// Jobs are known for an hour, but must not keep their photos in memory for as long.
    @Test func jobsThatEndedHoldNoPhotos() async throws {
        let bench = try bench()
        let photo = try await bench.upload(try Pictures.jpeg())
        weak let file = try await bench.api.photos.photo(photo).file
        var jobs: [String] = []
        // Two run, one waits; one of each is canceled.
        for _ in 0..<4 { jobs.append(try await start(bench, photo)) }
        for job in [jobs[0], jobs[3]] { #expect(await bench.client.delete("/api/v1/jobs/\(job)").status < 300) }
        #expect(file != nil)
        await latch.open()
        for job in jobs { _ = try await bench.finish(job) }
        #expect(await bench.client.delete("/api/v1/photos/\(photo)").status == 204)
        for _ in 0..<2_500 where file != nil { try await Task.sleep(for: .milliseconds(2)) }
        #expect(file == nil)
        #expect(try await state(bench, jobs[1]) == "done")
    }

    @Test func everybodyHearsTheSameEnd() async throws {
        let bench = try bench()
        let photo = try await bench.upload(try Pictures.jpeg(width: 400))
        let job = try await start(bench, photo)
        try await wait { await latch.arrived == 1 }
        let early = await bench.client.get("/api/v1/jobs/\(job)/events")
        #expect(early.header("Content-Type") == "text/event-stream")
        var iterator = early.events.makeAsyncIterator()
        // A late listener learns the current progress at once.
        #expect(await iterator.next() == ServerEvent("progress", data: #"{"fraction":0.1,"stage":"detecting"}"#))
        await latch.open()
        var last: ServerEvent?
        while let event = await iterator.next() { last = event }
        let shown = await bench.client.get("/api/v1/jobs/\(job)")
        #expect(last == ServerEvent("end", data: shown.string))
        // A listener that comes too late gets only the end.
        var late: [ServerEvent] = []
        for await event in await bench.client.get("/api/v1/jobs/\(job)/events").events { late.append(event) }
        #expect(late == [last])
        #expect(try shown.object("result")["count"] as? Int == 4)
        #expect(try shown.object()["fraction"] as? Double == 1)
    }

    @Test func progressNeverFalls() async throws {
        let bench = try bench()
        let photo = try await bench.upload(try Pictures.jpeg())
        await latch.open()
        let job = try await start(bench, photo)
        var fractions: [Double] = []
        for await event in await bench.client.get("/api/v1/jobs/\(job)/events").events where event.name == "progress" {
            let object = try JSONSerialization.jsonObject(with: Data(event.data.utf8)) as? [String: Any]
            fractions.append(try #require(object?["fraction"] as? Double))
        }
        #expect(fractions == fractions.sorted())
        #expect(fractions.allSatisfy { (0...1).contains($0) })
    }

    @Test func cancelledWhileItRuns() async throws {
        let bench = try bench()
        let photo = try await bench.upload(try Pictures.jpeg())
        let job = try await start(bench, photo)
        try await wait { await latch.arrived == 1 }
        let events = await bench.client.get("/api/v1/jobs/\(job)/events").events
        #expect(await bench.client.delete("/api/v1/jobs/\(job)").status == 204)
        #expect(try await state(bench, job) == "cancelled")
        var last: ServerEvent?
        for await event in events { last = event }
        #expect(last?.name == "end")
        #expect(last?.data.contains("\"state\":\"cancelled\"") == true)
        // Its place is free again.
        await latch.open()
        #expect(try await bench.finish(try await start(bench, photo)).text("state") == "done")
        // Canceling a finished job changes nothing.
        #expect(await bench.client.delete("/api/v1/jobs/\(job)").status == 204)
    }

    @Test func cancelledWhileItWaits() async throws {
        let bench = try bench(jobs: .init(running: 1))
        let photo = try await bench.upload(try Pictures.jpeg())
        let first = try await start(bench, photo)
        let second = try await start(bench, photo)
        #expect(await bench.client.delete("/api/v1/jobs/\(second)").status == 204)
        await latch.open()
        #expect(try await bench.finish(first).text("state") == "done")
        #expect(try await state(bench, second) == "cancelled")
        #expect(await latch.arrived == 1)
    }

    @Test func fullQueueIsBusy() async throws {
        let bench = try bench(jobs: .init(running: 1, waiting: 3))
        let photo = try await bench.upload(try Pictures.jpeg())
        for _ in 0..<4 { _ = try await start(bench, photo) }
        let answer = await bench.client.post("/api/v1/counts", json: ["photo": photo])
        #expect(answer.status == 503)
        #expect(answer.problem == "busy")
        #expect(answer.header("Retry-After") == "5")
        await bench.api.stop()
    }

    @Test func stoppingEndsEverything() async throws {
        let bench = try bench(jobs: .init(running: 1))
        let photo = try await bench.upload(try Pictures.jpeg())
        let jobs = [try await start(bench, photo), try await start(bench, photo)]
        try await wait { await latch.arrived == 1 }
        await bench.api.stop()
        for job in jobs { #expect(try await state(bench, job) == "cancelled") }
        #expect(await bench.client.post("/api/v1/counts", json: ["photo": photo]).problem == "busy")
    }

    @Test func oldOnesAreForgotten() async throws {
        let bench = try bench(jobs: .init(ended: 2, age: 100))
        await latch.open()
        let photo = try await bench.upload(try Pictures.jpeg())
        var jobs: [String] = []
        for _ in 0..<3 {
            jobs.append(try await start(bench, photo))
            _ = try await bench.finish(jobs[jobs.count - 1])
        }
        try await wait { await bench.client.get("/api/v1/jobs/\(jobs[0])").status == 404 }
        #expect(try await state(bench, jobs[2]) == "done")
        bench.clock.advance(100)
        for job in jobs { #expect(await bench.client.get("/api/v1/jobs/\(job)").problem == "not-found") }
        #expect(await bench.client.get("/api/v1/jobs/\(jobs[2])/events").status == 404)
        #expect(await bench.client.delete("/api/v1/jobs/nonsense").status == 404)
    }

    @Test func failuresSayWhy() async throws {
        let bench = try Bench(
            counting: FakeCounting.engine { () async throws(CountError) in throw .model(.notFinite(id: "fake")) })
        let photo = try await bench.upload(try Pictures.jpeg())
        let job = try await bench.finish(try await start(bench, photo))
        #expect(try job.text("state") == "failed")
        let problem = try job.object("problem")
        #expect(problem["type"] as? String == "/problems/model-unavailable")
        #expect(problem["detail"] as? String == Problem(InferenceError.notFinite(id: "fake")).message)
        #expect(problem["status"] as? Int == 503)
        #expect(try job.object()["result"] == nil)
    }

    @Test func damagedPhotosFailInTheirJob() async throws {
        let bytes = try Pictures.jpeg(width: 640, height: 480)
        let bench = try Bench()
        // A photo that is less than a quarter readable is rejected.
        let photo = try await bench.upload(Array(bytes.prefix(bytes.count / 5)))
        for path in ["/api/v1/counts", "/api/v1/racks"] {
            let job = try await bench.finish(try await bench.start(path, ["photo": photo]))
            #expect(try job.object("problem")["type"] as? String == "/problems/damaged")
        }
        #expect(await bench.client.get("/api/v1/photos/\(photo)/view").problem == "damaged")
    }

    @Test func whoStopsListeningIsForgotten() async throws {
        let bench = try bench()
        let photo = try await bench.upload(try Pictures.jpeg())
        let job = try await start(bench, photo)
        for _ in 0..<100 {
            let events = await bench.client.get("/api/v1/jobs/\(job)/events").events
            let listener = Task { for await _ in events {} }
            listener.cancel()
            await listener.value
        }
        // The work ignores cancellation.
        await latch.open()
        #expect(try await bench.finish(job).text("state") == "done")
    }
}
