import Espy
import EspyHTTP
import EspyServer
import Foundation
import Testing

/// Photos that the history keeps after the uploads are gone.
struct KeptPhotoRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }

    init() throws {
        bench = try Bench(settings: ["history-photos": "small", "history-photos-limit": "1000"])
    }

    private func path(_ id: String, _ rest: String = "") -> String { "/api/v1/history/\(id)\(rest)" }

    /// Waits until the uploads have expired.
    private func wait() { bench.clock.advance(7_200) }

    @Test func keptPhotoIsShown() async throws {
        let id = try await bench.entry(width: 4_000)
        let answer = await client.get(path(id, "/photo"))
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "image/jpeg")
        let picture = try ImageDecoder().decode(answer.bytes)
        #expect(picture.width <= 2_048)
        #expect(picture.width > 1_900)
        let room = try await client.get("/api/v1/history/photos").object()
        #expect(room["photos"] as? Int == 1)
        #expect(room["bytes"] as? Int == answer.bytes.count)
        #expect(await client.get(path("00000000-0000-4000-8000-000000000000", "/photo")).problem == "not-found")
    }

    @Test func whatWasSentGoesFirst() async throws {
        let id = try await bench.entry()
        let record = try await client.get(path(id)).object()
        #expect(record["photoCopy"] == nil)
        let photo = try #require(record["photo"] as? String)
        #expect(!photo.hasPrefix(id))
        wait()
        #expect(await client.get("/api/v1/photos/\(photo)").problem == "photo-gone")
        let kept = try #require(try await client.get(path(id)).object()["photo"] as? String)
        #expect(kept.hasPrefix(id))
        #expect(await client.get("/api/v1/photos/\(kept)").bytes == client.get(path(id, "/photo")).bytes)
    }

    @Test func aCopyIsCountedInPixelsOfThePhoto() async throws {
        let id = try await bench.entry(width: 4_000)
        wait()
        let before = await client.get(path(id, "/photo")).bytes
        let record = try await client.get(path(id)).object()
        let photo = try #require(record["photo"] as? String)
        let copy = try #require(record["photoCopy"] as? [String: Int])
        #expect(copy["width"].map { $0 <= 2_048 } == true)
        let overrides = ["like": ["x": 3_000, "y": 20, "width": 40, "height": 50]]
        let job = try await bench.start(
            "/api/v1/counts", ["photo": photo, "replaces": id, "options": overrides] as [String: Any])
        let found = try await bench.finish(job).object("result")
        #expect(found["width"] as? Int == 4_000)
        #expect(found["height"] as? Int == 240)
        // Each copy of a copy would be slightly worse.
        #expect(await client.get(path(id, "/photo")).bytes == before)
        let again = try await client.get(path(id)).object()
        #expect((again["photoCopy"] as? [String: Int]) == copy)
        #expect(again["photo"] != nil)
        #expect(await client.get(path(id, "/annotated.jpg")).status == 200)
    }

    @Test func annotatedPicturesNeedNoPage() async throws {
        let id = try await bench.entry()
        wait()
        let usual = await client.get(path(id, "/annotated.jpg"))
        #expect(usual.status == 200)
        #expect(await client.get(path(id, "/annotated.jpg?look=numbers")).bytes == usual.bytes)
        var seen: Set = [usual.bytes]
        for look in ["confidence", "boxes", "dots", "none"] {
            #expect(seen.insert(await client.get(path(id, "/annotated.jpg?look=\(look)")).bytes).inserted, "\(look)")
        }
        #expect(await client.get(path(id, "/annotated.jpg?look=stars")).problem == "bad-request")
    }

    @Test func forgottenPhotosAreGone() async throws {
        let id = try await bench.entry()
        let size = await client.get(path(id, "/photo")).bytes.count
        let room = try await client.delete("/api/v1/history/photos").object()
        #expect(room["photos"] as? Int == 1)
        #expect(room["bytes"] as? Int == size)
        #expect(await client.get(path(id, "/photo")).problem == "no-photo-kept")
        wait()
        #expect(try await client.get(path(id)).object()["photo"] == nil)
        #expect(await client.get(path(id, "/annotated.jpg")).problem == "photo-gone")
        #expect(try await client.get("/api/v1/history/photos").object()["photos"] as? Int == 0)
    }

    @Test(arguments: ["x", "00000000-0000-4000-8000-000000000000.1", "00000000-0000-4000-8000-000000000000.x"])
    func otherNamesAreNoPhotos(name: String) async throws {
        let id = try await bench.entry()
        wait()
        #expect(await client.get("/api/v1/photos/\(name)").problem == "photo-gone")
        #expect(await client.get("/api/v1/photos/\(id).77").problem == "photo-gone")
    }

    @Test func withoutTheSettingNothingIsKept() async throws {
        let bench = try Bench()
        let id = try await bench.entry()
        #expect(await bench.client.get(path(id, "/photo")).problem == "no-photo-kept")
        bench.clock.advance(7_200)
        #expect(try await bench.client.get(path(id)).object()["photo"] == nil)
    }
}
