import Espy
import EspyHTTP
import EspyServer
import Foundation
import Testing

struct PhotoRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }

    init() throws { bench = try Bench() }

    @Test func uploadTellsWhatItIs() async throws {
        let bytes = try Pictures.jpeg(width: 500, height: 300)
        let answer = await client.post("/api/v1/photos?name=my%20tray.jpg", type: "image/jpeg", bytes)
        #expect(answer.status == 201)
        let photo = try answer.object()
        #expect(photo["width"] as? Int == 500)
        #expect(photo["height"] as? Int == 300)
        #expect(photo["bytes"] as? Int == bytes.count)
        #expect(photo["type"] as? String == "image/jpeg")
        #expect(answer.header("Location") == "/api/v1/photos/\(try answer.text("id"))")
    }

    @Test func whatWasSentComesBack() async throws {
        let bytes = try Pictures.png()
        // Whatever type the client declares.
        let answer = await client.post("/api/v1/photos", type: "image/svg+xml", bytes)
        let path = try #require(answer.header("Location"))
        let shown = await client.get(path)
        #expect(shown.status == 200)
        #expect(shown.bytes == bytes)
        #expect(shown.header("Content-Type") == "image/png")
        #expect(shown.header("X-Content-Type-Options") == "nosniff")
        #expect(shown.header("ETag")?.hasPrefix("\"") == true)
    }

    @Test func nothingOfItLiesAround() async throws {
        _ = try await bench.upload(try Pictures.jpeg())
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder).isEmpty)
    }

    @Test func formsAreTakenToo() async throws {
        let bytes = try Pictures.jpeg()
        let head = "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"C:\\\\a\\\\box.jpg\"\r\n\r\n"
        let form = Array(head.utf8) + bytes + Array("\r\n--b--\r\n".utf8)
        let answer = await client.post("/api/v1/photos", type: "multipart/form-data; boundary=b", form)
        #expect(answer.status == 201)
        #expect(try answer.text("name") == "box.jpg")
        #expect(await client.get(answer.header("Location") ?? "").bytes == bytes)
    }

    @Test(arguments: [
        ("multipart/form-data", "abc"), ("multipart/form-data; boundary=\"a\u{0}b\"", "abc"),
        ("multipart/form-data; boundary=b", "--b\r\nX"), ("multipart/form-data; boundary=b", "--b--\r\n"),
    ])
    func brokenForms(type: String, body: String) async throws {
        let answer = await client.post("/api/v1/photos", type: type, Array(body.utf8))
        #expect(answer.status == 400)
        #expect(answer.problem == "bad-request")
    }

    @Test(arguments: ["text/plain", "application/json", "application/x-www-form-urlencoded", "image", "; x=y"])
    func otherBodiesAreRefused(type: String) async throws {
        let answer = await client.post("/api/v1/photos", type: type, try Pictures.jpeg())
        #expect(answer.status == 415)
        #expect(answer.problem == "unsupported-media-type")
    }

    @Test func whatIsNoPicture() async throws {
        for bytes in [[], Array("hello, this is text".utf8), [0xFF, 0x0A, 0, 0], Array("%PDF-1.4".utf8)] {
            let answer = await client.post("/api/v1/photos", type: "image/jpeg", bytes)
            #expect(answer.status == 415)
            #expect(answer.problem == "not-an-image")
        }
        let cut = Array(try Pictures.jpeg().prefix(30))
        let answer = await client.post("/api/v1/photos", type: "image/jpeg", cut)
        #expect(answer.status == 422)
        #expect(answer.problem == "damaged")
    }

    @Test func pixelBombsAreRefusedByTheirHeader() async throws {
        let answer = await client.post("/api/v1/photos", type: "image/png", Pictures.bomb)
        #expect(answer.status == 422)
        #expect(answer.problem == "too-many-pixels")
    }

    @Test func bytesAreLimitedWhetherAnnouncedOrNot() async throws {
        let bench = try Bench(photos: PhotoLimits(bytes: 10_000))
        let large = [UInt8](repeating: 0xFF, count: 10_001)
        let announced = await bench.client.post("/api/v1/photos", type: "image/jpeg", large)
        #expect(announced.status == 413)
        #expect(announced.problem == "too-large")
        for type in ["image/jpeg", "multipart/form-data; boundary=b"] {
            let feed = Feed(
                first: type == "image/jpeg"
                    ? [] : Array("--b\r\nContent-Disposition: form-data; filename=\"a\"\r\n\r\n".utf8))
            let body = RequestBody(length: nil) { () async throws(HTTPProblem) in await feed.next() }
            let answer = await bench.client.ask(.post, "/api/v1/photos", headers: ["Content-Type": type], body: body)
            #expect(answer.status == 413, "\(type)")
            // It stopped reading as soon as it was clear, not at the end.
            #expect(await feed.given < 20)
        }
        #expect(await bench.api.photos.load.photos == 0)
    }

    @Test func whoGoesAwayLeavesNothing() async throws {
        let body = RequestBody(length: nil) { () async throws(HTTPProblem) in throw .clientGone }
        let answer = await client.ask(.post, "/api/v1/photos", body: body)
        #expect(answer.status == 499)
        #expect(await bench.api.photos.load.photos == 0)
    }

    @Test func folderThatCannotBeWritten() async throws {
        try FileManager.default.removeItem(atPath: bench.folder)
        let answer = await client.post("/api/v1/photos", type: "image/jpeg", try Pictures.jpeg())
        #expect(answer.status == 500)
        #expect(answer.problem == "no-room")
    }

    @Test func viewsAreUprightAndSmall() async throws {
        let id = try await bench.upload(try Pictures.jpeg(width: 900, height: 300))
        let view = await client.get("/api/v1/photos/\(id)/view?side=90")
        #expect(view.status == 200)
        #expect(view.header("Content-Type") == "image/jpeg")
        let picture = try ImageDecoder().decode(view.bytes)
        #expect(picture.width == 90)
        #expect(picture.height == 30)
        // A smaller photo stays as it is.
        let whole = try ImageDecoder().decode(await client.get("/api/v1/photos/\(id)/view").bytes)
        #expect(whole.width == 900)
        for side in ["0", "15", "x", "-4", "99999999999999999999"] {
            #expect(await client.get("/api/v1/photos/\(id)/view?side=\(side)").problem == "bad-request")
        }
    }

    @Test func otherFormatsAreShownAsJPEG() async throws {
        // 2 x 1 pixels, 24 bits: blue and red.
        let bmp: [UInt8] =
            [0x42, 0x4D, 62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
            + [UInt8](repeating: 0, count: 24) + [255, 0, 0, 0, 0, 255, 0, 0]
        let answer = await client.post("/api/v1/photos", type: "application/octet-stream", bmp)
        #expect(try answer.text("type") == "image/bmp")
        let path = try #require(answer.header("Location"))
        let shown = await client.get(path)
        #expect(shown.header("Content-Type") == "image/jpeg")
        #expect(try ImageDecoder().decode(shown.bytes).width == 2)
        // The second time, it is already there.
        let load = await bench.api.photos.load.bytes
        #expect(await client.get(path).bytes == shown.bytes)
        #expect(await bench.api.photos.load.bytes == load)
        #expect(load > bmp.count)
    }

    @Test func deletedPhotosAreGone() async throws {
        let id = try await bench.upload(try Pictures.jpeg())
        #expect(await client.delete("/api/v1/photos/\(id)").status == 204)
        for path in ["", "/view"] {
            let answer = await client.get("/api/v1/photos/\(id)\(path)")
            #expect(answer.status == 410)
            #expect(answer.problem == "photo-gone")
        }
        #expect(await client.delete("/api/v1/photos/\(id)").problem == "photo-gone")
    }

    @Test(arguments: [
        ("a.jpg", "a.jpg"), ("..%2f..%2fetc%2fpasswd", "passwd"), ("%5c%5chost%5ca.png", "a.png"), ("", "photo"),
        ("..", "photo"), ("a%00b%1b%5b2J.jpg", "ab[2J.jpg"), ("%20%20x", "x"), ("r%E2%80%AEgpj.exe", "rgpj.exe"),
    ])
    func namesAreMadeSafe(name: String, safe: String) async throws {
        let decoded = name.removingPercentEncoding ?? ""
        let request = Request(
            .post, path: ["api", "v1", "photos"], query: ["name": decoded], headers: ["Content-Type": "image/jpeg"],
            body: RequestBody(try Pictures.jpeg()))
        let answer = await client.ask(request)
        #expect(try answer.text("name") == safe)
    }
}

/// An endless body.
private actor Feed {
    private var first: [UInt8]
    private(set) var given = 0

    init(first: [UInt8]) { self.first = first }

    func next() -> [UInt8]? {
        given += 1
        defer { first = [] }
        return given > 1_000 ? nil : first + [UInt8](repeating: 0xFF, count: 1_000)
    }
}
