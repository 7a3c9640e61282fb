import Espy
import EspyHTTP
import EspyServer
import EspySheets
import Foundation
import Testing

/// Espy in place of a scanner.
struct ScanRouteTests {
    private let bench: Bench
    private var client: Client { bench.client }

    init() throws { bench = try Bench() }

    private func scan(_ query: String, _ photo: [UInt8]? = nil) async throws -> Reply {
        let photo = try photo ?? Repository.bytes("Tests/Samples/rack/rack-8x12-flatbed.jpg")
        return await client.post("/api/v1/scan?\(query)", type: "image/jpeg", photo)
    }

    @Test func photoInTableOut() async throws {
        let limber = try await scan("container=96&table=limber")
        #expect(limber.status == 200)
        #expect(limber.string.hasPrefix("RACK000417,A1,T00000001\r\n"))
        #expect(limber.string.split(separator: "\r\n").count == 96)
        #expect(limber.header("Espy-Complete") == "true")
        let entry = try #require(limber.header("Espy-Entry"))
        #expect(await client.get("/api/v1/history/\(entry)/table.csv?table=limber").string == limber.string)
        let sheet = try await scan("container=96&table=fluidx&format=xlsx&keep=false")
        #expect(try SheetReader.lines(sheet.bytes).first == ["A01", "T00000001"])
        #expect(sheet.header("Espy-Entry") == nil)
        let turned = try await scan("container=96&a1=bottom-right&rack=R1&format=json")
        #expect(try turned.text("rack") == "R1")
        #expect((try turned.list("vials").count) == 64)
        #expect(try turned.list("vials").first?["name"] as? String != "A1")
        #expect(try await client.get("/api/v1/history").list("entries").count == 2)
    }

    @Test func waitingHasALimit() async throws {
        // Jobs never start.
        let bench = try Bench(jobs: .init(running: 0))
        let photo = try Repository.bytes("Tests/Samples/rack/box-9x9.jpg")
        let answer = await bench.client.post("/api/v1/scan?wait=0", type: "image/jpeg", photo)
        #expect(answer.status == 202)
        #expect(try answer.text("state") == "queued")
        #expect(answer.header("Location") == "/api/v1/jobs/\(try answer.text("id"))")
    }

    @Test(arguments: [
        ("table=banana", "unprocessable"), ("format=pdf", "bad-request"), ("wait=900", "bad-request"),
        ("container=none", "unprocessable"), ("a1=top", "unprocessable"), ("corners=1", "bad-request"),
        ("corners=a,b", "bad-request"),
        ("corners=1,2,3,4,5,6", "unprocessable"), ("keep=maybe", "bad-request"),
        ("grid=0x9", "unprocessable"),
    ])
    func requestsThatMakeNoSense(query: String, problem: String) async throws {
        #expect(try await scan(query).problem == problem)
    }

    @Test func photosWithoutACode() async throws {
        #expect(try await scan("", try Pictures.jpeg()).problem == "no-codes")
        #expect(try await scan("", Array("text".utf8)).problem == "not-an-image")
    }

    // MARK: DP5

    private func dp5(_ query: String, _ body: [UInt8] = []) async -> Reply {
        await client.post("/dp5/remote/v1/scan?\(query)", type: "application/octet-stream", body)
    }

    @Test func photoComesAlong() async throws {
        let photo = try Repository.bytes("Tests/Samples/rack/rack-8x12-flatbed.jpg")
        let answer = await dp5("container_uid=mirage96sbs&wait=60", photo)
        #expect(answer.status == 200)
        #expect(try answer.text("containerBarcode") == "RACK000417")
        #expect(try answer.text("containerUid") == "mirage96sbs")
        let tubes = try answer.list("tubeBarcode")
        try #require(tubes.count == 96)
        #expect(tubes[0]["barcode"] as? String == "T00000001")
        #expect(tubes[0]["row"] as? Int == 1)
        #expect(tubes[0]["column"] as? Int == 1)
        let empty = try #require(tubes.first { $0["decodeStatus"] as? String == "EMPTY" })
        #expect(empty["barcode"] is NSNull)
        // It was returned already, and is not returned again.
        #expect(await dp5("container_uid=96&wait=0").problem == "no-scan")
    }

    @Test func boxOfThePhoneIsHandedOutOnce() async throws {
        #expect(await dp5("wait=0").problem == "no-scan")
        _ = try await scan("container=96")
        #expect(await dp5("container_uid=81&wait=0").problem == "unprocessable")
        // A box of another size was also removed from the queue.
        #expect(await dp5("container_uid=96&wait=0").problem == "no-scan")
        _ = try await scan("container=96")
        #expect(try await dp5("container_uid=96&wait=0").list("tubeBarcode").count == 96)
        #expect(await dp5("container_uid=96&wait=0").problem == "no-scan")
        _ = try await scan("container=96")
        bench.clock.advance(601)
        #expect(await dp5("wait=0").problem == "no-scan")
    }

    @Test func restOfTheInterface() async throws {
        let list = await client.get("/dp5/remote/v1/containers")
        #expect(list.status == 200)
        #expect(list.string.contains(#""uid":"96""#))
        #expect(try await client.get("/dp5/remote/v1/system/status").text("status") == "READY")
        #expect(try await client.get("/dp5/remote/v1/system/version").text("version") == "Espy 1.2.3")
        #expect(await dp5("container_uid=nowhere").problem == "unprocessable")
    }
}
