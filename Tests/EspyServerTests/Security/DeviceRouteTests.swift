import EspyHTTP
import EspyServer
import Testing

struct DeviceRouteTests {
    private struct Shape: Decodable, Equatable {
        let id: String
        let name: String
        let created: Int
        let lastSeen: Int
        let current: Bool
    }

    @Test func devicesAreListedWithTheOneThatAsks() async throws {
        let server = try GuardedServer()
        let first = try await server.pairPhone()
        server.time.advance(90)
        _ = try await server.pairPhone()
        let list = try await server.askFromPhone(.get, "/api/v1/devices", cookie: first).json([Shape].self)
        #expect(list.map(\.current) == [false, true])
        #expect(list.map(\.created) == [StoppedClock.start + 90, StoppedClock.start])
        #expect(list.map(\.lastSeen) == [StoppedClock.start + 90, StoppedClock.start + 90])
        let local = try await server.ask(.get, "/api/v1/devices").json([Shape].self)
        #expect(local.map(\.current) == [false, false])
    }

    @Test func aDeviceThatIsPutOutIsOutAtOnce() async throws {
        let server = try GuardedServer()
        let cookie = try await server.pairPhone()
        let id = try #require(await server.devices.all().first?.id)
        #expect(await server.askFromPhone(cookie: cookie).status == 200)
        #expect(await server.ask(.delete, "/api/v1/devices/\(id)").status == 204)
        #expect(await server.askFromPhone(cookie: cookie).status == 401)
        #expect(await server.ask(.delete, "/api/v1/devices/\(id)").status == 404)
        #expect(try await server.ask(.get, "/api/v1/devices").json([Shape].self) == [])
    }

    @Test func whatIsBeingSentToItEndsAsWell() async throws {
        let (events, source) = AsyncStream.makeStream(of: ServerEvent.self)
        let server = try GuardedServer(more: [
            Route(.get, "/api/v1/events") { (_, _) in Response(body: .events(events)) }
        ])
        let cookie = try await server.pairPhone()
        let id = try #require(await server.devices.all().first?.id)
        let answer = await server.askFromPhone(.get, "/api/v1/events", cookie: cookie)
        guard case .events(let stream) = answer.body else {
            Issue.record("no events")
            return
        }
        var received = stream.makeAsyncIterator()
        source.yield(ServerEvent("progress", data: "1"))
        #expect(await received.next()?.data == "1")
        #expect(await server.ask(.delete, "/api/v1/devices/\(id)").status == 204)
        // Without the revocation, this would wait forever: the source is still open.
        #expect(await received.next() == nil)
    }

    @Test func eventsOfADeviceThatStaysAreAllSent() async throws {
        let (events, source) = AsyncStream.makeStream(of: ServerEvent.self)
        let server = try GuardedServer(more: [
            Route(.get, "/api/v1/events") { (_, _) in Response(body: .events(events)) }
        ])
        let cookie = try await server.pairPhone()
        let answer = await server.askFromPhone(.get, "/api/v1/events", cookie: cookie)
        guard case .events(let stream) = answer.body else {
            Issue.record("no events")
            return
        }
        for number in 0..<20 { source.yield(ServerEvent("progress", data: "\(number)")) }
        source.finish()
        var seen: [String] = []
        for await event in stream { seen.append(event.data) }
        #expect(seen == (0..<20).map(String.init))
    }

    @Test func theSourceIsToldWhenTheClientGoes() async throws {
        let (events, source) = AsyncStream.makeStream(of: ServerEvent.self)
        let ended = AsyncStream.makeStream(of: Void.self)
        source.onTermination = { _ in ended.continuation.finish() }
        let server = try GuardedServer()
        _ = try await server.pairPhone()
        let id = try #require(await server.devices.all().first?.id)
        let reader = Task { for await _ in server.devices.whilePaired(id, events) {} }
        source.yield(ServerEvent("progress", data: "1"))
        reader.cancel()
        for await _ in ended.stream {}
    }
}
