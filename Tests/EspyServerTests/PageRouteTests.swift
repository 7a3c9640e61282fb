import Espy
import EspyHTTP
import EspyServer
import EspyTestSupport
import Foundation
import Testing

/// Photos whose files contain several pictures, and damaged ones.
struct PageRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }

    init() throws { bench = try Bench() }

    private func scan() async throws -> String {
        let pages = [400, 800].map { RGBImage(width: $0, height: 240, red: 90, green: 120, blue: 150) }
        let answer = await client.post("/api/v1/photos?name=scan.tif", type: "image/tiff", Scans.tiff(pages))
        #expect(try answer.object()["page"] as? Int == 1)
        #expect(try answer.object()["pages"] as? Int == 2)
        return try answer.text("id")
    }

    @Test func eachPageIsAPhoto() async throws {
        let photo = try await scan()
        let first = try ImageDecoder().decode(await client.get("/api/v1/photos/\(photo)/view").bytes)
        let second = try ImageDecoder().decode(await client.get("/api/v1/photos/\(photo)~2/view").bytes)
        #expect(first.width == 400)
        #expect(second.width == 800)
        #expect(try ImageDecoder().decode(await client.get("/api/v1/photos/\(photo)~2").bytes).width == 800)
        #expect(await client.get("/api/v1/photos/\(photo)~3/view").problem == "unprocessable")
        #expect(await client.get("/api/v1/photos/none~2/view").status == 410)
    }

    @Test(arguments: ["counts", "shelves"])
    func aPageIsAskedFor(verb: String) async throws {
        let photo = try await scan()
        for (page, width) in [(1, 400), (2, 800)] {
            let job = try await bench.finish(
                try await bench.start("/api/v1/\(verb)", ["photo": photo, "page": page]))
            #expect(try job.object("result")["width"] as? Int == width)
            if page == 2 {
                #expect(try job.text("photo") == "\(photo)~2")
                #expect(try job.object("result")["file"] as? String == "scan.tif page 2")
            }
        }
        for page in [0, 3, -1] {
            let answer = await client.post("/api/v1/\(verb)", json: ["photo": photo, "page": page] as [String: Any])
            #expect(answer.problem == "unprocessable", "\(page)")
        }
    }

    @Test func aBoxSaysWhichPageItIsOf() async throws {
        let box = try ImageDecoder().decode(Repository.bytes("Tests/Samples/rack/box-5x5-mixed.jpg"))
        let blank = RGBImage(width: 200, height: 200, red: 90, green: 120, blue: 150)
        let photo = try await bench.upload(Scans.tiff([blank, box]), name: "scan.tif")
        let job = try await bench.finish(try await bench.start("/api/v1/racks", ["photo": photo, "page": 2]))
        let result = try job.object("result")
        #expect((result["vials"] as? [Any])?.count == 24)
        #expect(result["page"] as? Int == 2)
        #expect(result["pages"] as? Int == 2)
        #expect(try job.object("entry")["title"] as? String == "scan.tif page 2")
        let scanned = await client.post("/api/v1/scan?page=2", type: "image/tiff", Scans.tiff([blank, box]))
        #expect(scanned.status == 200)
        #expect(scanned.header("Espy-Pages") == "2")
    }

    @Test func aDamagedPhotoIsReadAsFarAsItShows() async throws {
        let whole = try Repository.bytes("Tests/Samples/rack/rack-8x12-flatbed.jpg")
        let scan = await client.post(
            "/api/v1/scan?container=96&format=json", type: "image/jpeg", Array(whole.dropLast(2)))
        #expect(try scan.list("vials").count == 64)
        #expect(scan.header("Espy-Complete") == "false")
        #expect(try scan.object()["shown"] as? Double == 1)
        #expect(try scan.list("warnings").compactMap { $0["kind"] as? String }.contains("damagedPhoto"))
        let piece = try await bench.upload(Array(whole[..<(whole.count / 8)]))
        let job = try await bench.finish(try await bench.start("/api/v1/racks", ["photo": piece]))
        #expect(try job.text("state") == "failed")
    }
}
