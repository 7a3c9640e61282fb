import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

/// Malicious photos and forms, sent to the whole server.
@Suite(.serialized) struct HostilePhotoTests {
    private struct Sent: Decodable {
        let id: String
        let name: String
    }

    private func run(_ body: (HostileServer) async throws -> Void) async throws {
        let (bench, folder) = (try Bench(), try TestFolder())
        let devices = try DeviceStore(path: folder.file("devices.json"), clock: .running(now: { 0 }))
        try await HostileServer.run(try HostileServer(api: bench.api, devices: devices), body)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder).allSatisfy { !$0.contains("photo") })
        await bench.api.stop()
    }

    private func send(
        _ bytes: [UInt8], type: String = "image/png", to server: HostileServer, name: String = "x"
    ) async throws -> RawAnswer {
        let head = """
            POST /api/v1/photos?name=\(name) HTTP/1.1\r\nHost: \(server.host)\r\nContent-Type: \(type)\r\n\
            Content-Length: \(bytes.count)\r\nConnection: close\r\n\r\n
            """
        return try await server.send(Array(head.utf8) + bytes)
    }

    @Test(arguments: [
        (60_000, 60_000), (2_147_483_647, 2_147_483_647), (1, 2_147_483_647), (14_143, 14_143), (0, 0), (0, 5),
    ])
    func sizesThatNobodyCanShowAreRefused(width: Int, height: Int) async throws {
        try await run { server in
            let answer = try await send(HostilePictures.claim(width: width, height: height), to: server)
            #expect(answer.statuses == [422], "\(answer.text.suffix(200))")
            #expect(["too-many-pixels", "damaged"].contains(answer.problem))
        }
    }

    /// A header reveals that 190 kilobytes would unpack to an enormous picture, so no pixel of it is decoded.
    @Test func whatHasToBeHeldWholeMayBeLessLarge() async throws {
        let bomb = HostilePictures.packed(width: 14_000, height: 14_000)
        #expect(bomb.count < 200_000)
        try await run { server in
            let cases: [([UInt8], Int)] = [
                (bomb, 422), (HostilePictures.claim(width: 9_000, height: 6_000), 201),
                (HostilePictures.claim(width: 9_000, height: 6_001), 422),
                // A phone's photo of 108 million pixels is decoded row by row.
                (HostilePictures.jpeg(width: 12_000, height: 9_000), 201),
                (HostilePictures.jpeg(width: 12_000, height: 9_200), 422),
                (HostilePictures.jpeg(width: 12_000, height: 9_000, frame: 0xC2), 422),
                (HostilePictures.jpeg(width: 12_000, height: 9_000, inScan: 1), 422),
            ]
            for (bytes, status) in cases {
                let answer = try await send(bytes, to: server)
                #expect(answer.statuses == [status], "\(answer.text.suffix(200))")
                #expect(status == 201 || answer.problem == "too-many-pixels")
            }
        }
    }

    /// There is room for one picture at a time. The others wait, and all are answered.
    @Test func manyAtOnceTakeTurnsInTheMemory() async throws {
        let picture = HostilePictures.packed(width: 600, height: 500)
        let bench = try Bench(photos: PhotoLimits(decoding: 1))
        let shown = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<12 {
                group.addTask {
                    let photo = try await bench.upload(picture, name: "\(number).png")
                    return await bench.client.get("/api/v1/photos/\(photo)/view?side=\(100 + number)").status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(shown == Array(repeating: 200, count: 12))
        await bench.api.stop()
    }

    /// Each picture is within the limits, and is either shown or reported as damaged.
    @Test func whatUnpacksToMuchIsUnpackedOnceAndWithinLimits() async throws {
        try await run { server in
            let pictures = [
                HostilePictures.packed(width: 6_000, height: 5_000), HostilePictures.chatty(bytes: 100 << 20),
                HostilePictures.misfit(rows: 3), HostilePictures.misfit(rows: 100_000),
            ]
            for picture in pictures {
                #expect(picture.count < 1 << 20)
                let sent = try await send(picture, to: server)
                try #require(sent.statuses == [201], "\(sent.text.suffix(200))")
                let body = try #require(sent.text.components(separatedBy: "\r\n\r\n").last)
                let id = try JSONDecoder().decode(Sent.self, from: Data(body.utf8)).id
                let view = "GET /api/v1/photos/\(id)/view?side=200 HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"
                let shown = try await server.send(view, within: 60)
                #expect([[200], [422]].contains(shown.statuses), "\(shown.text.suffix(200))")
            }
        }
    }

    @Test(arguments: [
        ("", "multipart/form-data", 400), ("--b\r\n", "multipart/form-data; boundary=", 400),
        ("--b\r\n\r\n--b--\r\n", "multipart/form-data; boundary=b", 400),
        ("--b\r\nContent-Disposition: form-data; filename=x\r\n\r\nabc", "multipart/form-data; boundary=b", 400),
        (
            "--c\r\nContent-Disposition: form-data; filename=x\r\n\r\nabc\r\n--c--", "multipart/form-data; boundary=b",
            400
        ),
        ("--b\r\nX: " + String(repeating: "y", count: 100_000), "multipart/form-data; boundary=b", 400),
        (String(repeating: "--b\r\n\r\n\r\n", count: 10_000) + "--b--", "multipart/form-data; boundary=b", 400),
        (
            String(repeating: "--b\r\nContent-Disposition: form-data; name=x\r\n\r\ny\r\n", count: 1_000) + "--b--",
            "multipart/form-data; boundary=b", 400
        ),
        (String(repeating: "-", count: 200_000), "multipart/form-data; boundary=b", 400),
        (
            "--b\r\nContent-Disposition: form-data; filename=x\r\n\r\nno picture\r\n--b--",
            "multipart/form-data; boundary=b", 415
        ),
        ("abc", "multipart/form-data; boundary=" + String(repeating: "x", count: 71), 400),
        ("<svg onload=alert(1)>", "image/svg+xml", 415), ("<!doctype html><script>", "text/html", 415),
        ("<?xml version=\"1.0\"?><svg/>", "image/png", 415), ("", "image/jpeg", 415),
    ])
    func badFormsAndNoPicturesAreRefused(body: String, type: String, status: Int) async throws {
        try await run { server in
            let answer = try await send(Array(body.utf8), type: type, to: server)
            #expect(answer.statuses == [status], "\(answer.text.suffix(200))")
        }
    }

    @Test(arguments: ["..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd", "a%00b", "%1B%5B2J", "%0d%0aSet-Cookie:%20x=y"])
    func namesLeadNowhere(name: String) async throws {
        try await run { server in
            let answer = try await send(HostilePictures.packed(width: 5, height: 5), to: server, name: name)
            guard answer.statuses == [201] else {
                #expect(answer.statuses == [400])
                return
            }
            let text = try #require(answer.text.components(separatedBy: "\r\n\r\n").last)
            let named = try JSONDecoder().decode(Sent.self, from: Data(text.utf8)).name
            #expect(!named.contains("/"))
            #expect(named.unicodeScalars.allSatisfy { $0.value >= 0x20 })
            #expect(!answer.text.lowercased().contains("\nset-cookie"))
        }
    }

    /// A browser gets the type of picture that Espy detected, whatever else the file may be, and may do nothing else
    /// with it.
    @Test func picturesThatAreAlsoPagesAreShownAsPictures() async throws {
        try await run { server in
            let sent = try await send(
                HostilePictures.packed(width: 5, height: 5) + Array("<script>alert(1)</script>".utf8),
                type: "image/svg+xml", to: server)
            try #require(sent.statuses == [201])
            let location = try #require(sent.text.firstMatch(of: /(?i)location: (\S+)/)?.1)
            let shown = try await server.send("GET \(location) HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n")
            let head = try #require(shown.text.components(separatedBy: "\r\n\r\n").first).lowercased()
            #expect(shown.statuses == [200])
            #expect(head.contains("content-type: image/png\r\n"))
            #expect(head.contains("x-content-type-options: nosniff"))
            #expect(head.contains("sandbox"))
        }
    }
}
