import Espy
import EspyApp
import EspyHTTP
import EspyServer
import EspySystem
import Foundation
import Testing

/// Photos that devices upload into the library, part by part.
struct GalleryUploadTests {
    private static let root = "/api/v1/gallery/uploads"
    private static let phone = Request.Caller.device("0123456789abcdef")

    /// A server, and the requests of a device.
    private struct Device {
        let bench: Bench
        var caller = GalleryUploadTests.phone

        init(_ limits: InboxLimits = InboxLimits()) throws { bench = try Bench(inbox: limits) }

        var inbox: String { bench.folder + "/Pictures/Espy" }
        var client: Client {
            var client = bench.client
            client.caller = caller
            return client
        }

        /// The paths of all files in the inbox, including hidden ones.
        var files: [String] {
            let all = FileManager.default.enumerator(atPath: inbox)?.allObjects as? [String] ?? []
            return all.filter { !Files.isFolder("\(inbox)/\($0)") }.sorted()
        }

        func begin(_ bytes: [UInt8], _ name: String, sum: String? = nil, size: Int? = nil) async -> Reply {
            let offer: [String: Any] = ["name": name, "size": size ?? bytes.count, "modified": 1_600_000_000_123]
            return await client.send(.put, "\(root)/\(sum ?? SHA256.hex(of: bytes))", json: offer)
        }

        func append(_ part: some Sequence<UInt8>, at offset: Int, of sum: String) async -> Reply {
            await client.ask(
                .patch, "\(root)/\(sum)?offset=\(offset)", headers: ["Content-Type": "application/octet-stream"],
                body: RequestBody(Array(part)))
        }

        /// - Returns: the path of the file in the inbox, or nil if it was there before.
        @discardableResult
        func send(_ bytes: [UInt8], _ name: String) async throws -> String? {
            let sum = SHA256.hex(of: bytes)
            var reply = await begin(bytes, name)
            while try reply.number("offset") < bytes.count {
                let offset = try reply.number("offset")
                reply = await append(bytes[offset..<min(offset + 1_000, bytes.count)], at: offset, of: sum)
                guard reply.status == 200 else { throw Unexpected(reply) }
            }
            return try reply.object()["file"].map { (($0 as? [String: Any])?["name"] as? String) ?? "" }
        }
    }

    @Test func aPhotoComesInParts() async throws {
        let device = try Device()
        let photo = try Pictures.png()
        let sum = SHA256.hex(of: photo)
        let first = await device.begin(photo, "IMG_20190521_104552.png")
        #expect(try first.number("offset") == 0)
        let second = await device.append(photo[..<100], at: 0, of: sum)
        #expect(try second.number("offset") == 100)
        // Hidden, and not yet in the library.
        #expect(device.files == [".espy-uploads/device0123456789abcdef/\(sum)"])
        #expect(try await device.client.get("/api/v1/gallery").list("folders").isEmpty)
        let last = await device.append(photo[100...], at: 100, of: sum)
        #expect(try last.object("file")["name"] as? String == "2019/05/IMG_20190521_104552.png")
        #expect(try last.object("file")["hasDate"] as? Bool == true)
        #expect(device.files == ["2019/05/IMG_20190521_104552.png"])
        let path = device.inbox + "/2019/05/IMG_20190521_104552.png"
        #expect(try Files.read(path) == photo)
        #expect(try FileStatus(path: path).modified == 1_600_000_000_123_000_000)
        #expect(!Files.exists(device.inbox + "/.espy-uploads"))
        let folders = try await device.client.get("/api/v1/gallery").list("folders")
        #expect(folders.map { $0["path"] as? String } == ["Espy"])
        // Once the photo is in the library, the server reports it before anything is sent.
        let known = await device.client.post("\(Self.root)/known", json: ["sha256": [sum, SHA256.hex(of: [1])]])
        #expect(try known.object()["known"] as? [String] == [sum])
        #expect(try await device.send(photo, "other.png") == nil)
        #expect(device.files.count == 1)
    }

    @Test func whatNobodyKnowsTheDateOfIsOfTheDayOfSending() async throws {
        let device = try Device()
        let answer = try await device.send(try Pictures.jpeg(), "beach.jpg")
        #expect(answer == "2026/02/beach.jpg")
    }

    @Test func namesAreKeptAndNeverTaken() async throws {
        let device = try Device()
        for (width, path) in [(40, "2026/02/a.png"), (50, "2026/02/a-2.png"), (60, "2026/02/a-3.png")] {
            #expect(try await device.send(try Pictures.png(width: width), "a.png") == path)
        }
        #expect(device.files == ["2026/02/a-2.png", "2026/02/a-3.png", "2026/02/a.png"])
    }

    @Test(arguments: [
        ("../../.ssh/authorized_keys", "authorized_keys.png"), ("..\\..\\boot.ini", "boot.ini.png"),
        ("x/../\u{301}y.png", "\u{301}y.png"), ("a\u{0}b\n\u{202E}gnp.png", "abgnp.png"),
        ("...hidden.png", "hidden.png"),
        ("CON.png", "_CON.png"), ("com1", "_com1.png"), ("a.png. .", "a.png"), ("", "photo.png"), ("..", "photo.png"),
        ("virus.exe", "virus.exe.png"), ("a:b?.png", "a_b_.png"),
        ("Foto vom Märzfest 🎉.PNG", "Foto vom Märzfest 🎉.PNG"),
        ("film.mov", "film.mov.png"), (".htaccess", "htaccess.png"),
        (String(repeating: "ä", count: 300) + ".png", String(repeating: "ä", count: 100) + ".png"),
    ])
    func namesOfOthersAreNotBelieved(name: String, kept: String) async throws {
        let device = try Device()
        #expect(try await device.send(try Pictures.png(), name) == "2026/02/\(kept)")
        #expect(device.files.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: device.inbox) == ["2026"])
    }

    @Test func aBrokenConnectionLosesNothing() async throws {
        let device = try Device()
        let photo = try Pictures.png(width: 700, height: 500)
        let sum = SHA256.hex(of: photo)
        _ = await device.begin(photo, "a.png")
        let pieces = Mutexed([Array(photo[..<70]), Array(photo[70..<150])])
        let broken = await device.client.ask(
            .patch, "\(Self.root)/\(sum)?offset=0", headers: ["Content-Type": "application/octet-stream"],
            body: RequestBody(length: photo.count) { () async throws(HTTPProblem) in
                let piece = pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                guard let piece else { throw .clientGone }
                return piece
            })
        #expect(broken.problem == "client-gone")
        // Another process sees the same, because all state is on disk.
        let other = GalleryInbox(device.bench.environment)
        let sender = UploadSender(id: "device0123456789abcdef", name: "phone")
        let offer = UploadOffer(name: "a.png", size: photo.count, sha256: sum, modified: 0)
        #expect(try await other.begin(offer, from: sender).offset == 150)
        #expect(try await device.begin(photo, "a.png").number("offset") == 150)
        #expect(try await device.send(photo, "a.png") == "2026/02/a.png")
    }

    @Test func partsThatDoNotFitAreRefused() async throws {
        let device = try Device(InboxLimits(partBytes: 2_000))
        let photo = try Pictures.png(width: 900, height: 900)
        let sum = SHA256.hex(of: photo)
        #expect(await device.append(photo[..<10], at: 0, of: sum).problem == "upload-gone")
        _ = await device.begin(photo, "a.png")
        #expect(await device.append(photo[..<10], at: 5, of: sum).problem == "wrong-offset")
        #expect(await device.append(photo[..<10], at: -1, of: sum).problem == "bad-request")
        #expect(await device.append([UInt8](repeating: 0, count: 2_001), at: 0, of: sum).problem == "too-large")
        _ = await device.append(photo[..<100], at: 0, of: sum)
        let more = await device.append(photo[100...] + [0], at: 100, of: sum)
        #expect(more.problem == (photo.count > 2_099 ? "too-large" : "unprocessable"))
        let form = await device.client.ask(
            .patch, "\(Self.root)/\(sum)?offset=100", headers: ["Content-Type": "image/png"], body: RequestBody([1]))
        #expect(form.problem == "unsupported-media-type")
        #expect(try await device.begin(photo, "a.png").number("offset") == 100)
    }

    @Test func moreThanWasSaidIsRefused() async throws {
        let device = try Device()
        let photo = try Pictures.png()
        _ = await device.begin(photo, "a.png")
        #expect(await device.append(photo + [0], at: 0, of: SHA256.hex(of: photo)).problem == "unprocessable")
        #expect(try await device.begin(photo, "a.png").number("offset") == 0)
    }

    @Test func aWrongChecksumLeavesNothing() async throws {
        let device = try Device()
        let photo = try Pictures.png()
        let other = SHA256.hex(of: photo.reversed())
        _ = await device.begin(photo, "a.png", sum: other)
        #expect(await device.append(photo, at: 0, of: other).problem == "upload-damaged")
        #expect(device.files.isEmpty)
        #expect(try await device.begin(photo, "a.png", sum: other).number("offset") == 0)
    }

    @Test(arguments: ["abc", "", String(repeating: "g", count: 64), String(repeating: "a", count: 66)])
    func whatIsNoChecksumIsRefused(sum: String) async throws {
        let reply = await (try Device()).begin(try Pictures.png(), "a.png", sum: sum.isEmpty ? "%20" : sum)
        #expect(reply.problem == "unprocessable")
    }

    @Test func whatIsNoPhotoIsRefusedByItsFirstBytes() async throws {
        let device = try Device()
        let text = Array(String(repeating: "#!/bin/sh\n", count: 1_000).utf8)
        _ = await device.begin(text, "photo.jpg")
        #expect(await device.append(text[..<100], at: 0, of: SHA256.hex(of: text)).problem == "not-an-image")
        #expect(device.files.isEmpty)
        #expect(await device.begin([], "photo.jpg").problem == "not-an-image")
        let short: [UInt8] = [1, 2, 3]
        _ = await device.begin(short, "photo.jpg")
        #expect(await device.append(short, at: 0, of: SHA256.hex(of: short)).problem == "not-an-image")
    }

    @Test func aVideoLiesBesideItsPhoto() async throws {
        let device = try Device()
        #expect(try await device.send(Videos.quickTime("2024-05-31T23:59:58+0200"), "IMG_1.MOV") == "2024/05/IMG_1.MOV")
        // A video that only has the time in UTC is filed by the time in its name.
        #expect(
            try await device.send(Videos.mp4(since1904: 3_800_000_000), "VID_20200229_101112.mp4")
                == "2020/02/VID_20200229_101112.mp4")
        #expect(try await device.send(Videos.mp4(since1904: 3_800_000_000), "b.mp4") == nil)
        #expect(try await device.send(Videos.mp4(since1904: 3_800_000_001), "b.jpg") == "2024/05/b.jpg.mp4")
    }

    @Test func aFullDiskIsSaidBeforehand() async throws {
        let free = Mutexed(10_000_000)
        let device = try Device(InboxLimits(reserve: 1_000_000) { _ in free.withLock { $0 } })
        let photo = try Pictures.png()
        #expect(await device.begin(photo, "a.png", size: 9_000_001).problem == "disk-full")
        #expect(try await device.begin(photo, "a.png").number("offset") == 0)
        free.withLock { $0 = 1_000_050 }
        #expect(await device.append(photo[..<100], at: 0, of: SHA256.hex(of: photo)).problem == "disk-full")
        free.withLock { $0 = 10_000_000 }
        // Nothing of the failed part was written.
        #expect(try await device.begin(photo, "a.png").number("offset") == 0)
        #expect(try await device.send(photo, "a.png") == "2026/02/a.png")
    }

    @Test func aFileMayBeTooLarge() async throws {
        let reply = await (try Device(InboxLimits(fileBytes: 1_000))).begin(try Pictures.png(), "a.png", size: 1_001)
        #expect(reply.problem == "too-large")
    }

    @Test func theOwnerDecidesWhere() async throws {
        var device = try Device()
        let photo = try Pictures.png()
        let elsewhere = device.bench.folder + "/elsewhere"
        for path in ["none", "auto", elsewhere] {
            #expect(
                await device.client.send(.put, "/api/v1/gallery/inbox", json: ["path": path]).problem == "local-only")
        }
        device.caller = .local
        try AtomicFile.create(device.bench.folder + "/file", [1])
        for path in ["relative", device.bench.folder + "/file", device.bench.folder + "/espy/gallery"] {
            #expect(
                await device.client.send(.put, "/api/v1/gallery/inbox", json: ["path": path]).problem == "unprocessable"
            )
        }
        #expect(await device.client.send(.put, "/api/v1/gallery/inbox", json: ["path": "none"]).status == 204)
        #expect(try await device.client.get("/api/v1/gallery").object()["inbox"] == nil)
        device.caller = Self.phone
        #expect(await device.begin(photo, "a.png").problem == "no-inbox")
        device.caller = .local
        #expect(await device.client.send(.put, "/api/v1/gallery/inbox", json: ["path": elsewhere]).status == 204)
        #expect(try await device.client.get("/api/v1/gallery").text("inbox") == elsewhere)
        device.caller = Self.phone
        #expect(try await device.send(photo, "a.png") == "2026/02/a.png")
        #expect(Files.exists(elsewhere + "/2026/02/a.png"))
        #expect(device.files.isEmpty)
    }

    @Test func devicesDoNotDisturbEachOther() async throws {
        var device = try Device()
        let photo = try Pictures.png()
        let sum = SHA256.hex(of: photo)
        _ = await device.begin(photo, "a.png")
        _ = await device.append(photo[..<100], at: 0, of: sum)
        device.caller = .device("fedcba9876543210")
        #expect(await device.append(photo[100...], at: 100, of: sum).problem == "upload-gone")
        #expect(try await device.begin(photo, "b.png").number("offset") == 0)
        #expect(try await device.send(photo, "b.png") == "2026/02/b.png")
        device.caller = Self.phone
        // It arrived another way meanwhile.
        #expect(try await device.send(photo, "a.png") == nil)
        #expect(device.files.filter { !$0.hasPrefix(".") } == ["2026/02/b.png"])
    }

    @Test func whatIsNotWholeIsGivenUp() async throws {
        let device = try Device(InboxLimits(unfinished: 2))
        var sums: [String] = []
        for width in [40, 50, 60] {
            let photo = try Pictures.png(width: width)
            sums.append(SHA256.hex(of: photo))
            _ = await device.begin(photo, "a.png")
            _ = await device.append(photo[..<70], at: 0, of: sums.last ?? "")
        }
        // The first one was removed to make room.
        #expect(device.files.count == 2)
        #expect(await device.append([1], at: 70, of: sums[0]).problem == "upload-gone")
        #expect(await device.client.delete("\(Self.root)/\(sums[1])").status == 204)
        #expect(device.files.count == 1)
        // The files on disk are from today, but the server's clock is not.
        let old = device.inbox + "/" + device.files[0]
        let days = 8 * 86_400
        try DiskFile(old, for: .changing).setModified((device.bench.clock.time - days) * 1_000_000_000)
        let other = GalleryInbox(device.bench.environment)
        _ = try await other.begin(
            UploadOffer(name: "b.png", size: 9, sha256: SHA256.hex(of: [1]), modified: 0),
            from: UploadSender(id: "other", name: nil))
        #expect(!Files.exists(old))
    }

    @Test func whoSentItIsKept() async throws {
        let device = try Device()
        let photo = try Pictures.png()
        _ = try await device.send(photo, "a.png")
        let gallery = try Gallery(path: device.bench.folder + "/espy/gallery/gallery.sqlite")
        _ = try await GalleryIndexer(
            gallery: gallery, analyzer: nil, options: IndexingOptions(), pacing: nil, clock: { 0 }, words: { "\($0)" }
        ).run(only: nil) { _ in }
        let arrival = try await device.client.get("/api/v1/gallery/photos/1").object("arrival")
        #expect(arrival["time"] as? Int == device.bench.clock.time)
        // The name assigned by the access checks.
        #expect(arrival["by"] as? String == "machine")
        #expect(try await gallery.status().problems == 0)
    }
}

/// Video containers without a picture.
private enum Videos {
    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8) + Array(type.utf8) + content
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    static func mp4(since1904 time: Int) -> [UInt8] {
        box("ftyp", Array("isom0000isommp41".utf8)) + box("mdat", [UInt8](repeating: 7, count: 3_000))
            + box("moov", box("mvhd", [0, 0, 0, 0] + number(time) + [UInt8](repeating: 0, count: 92)))
    }

    static func quickTime(_ date: String) -> [UInt8] {
        let key = box("mdta", Array("com.apple.quicktime.creationdate".utf8))
        let value = box("data", number(1) + number(0) + Array(date.utf8))
        let meta = box(
            "meta",
            box("hdlr", number(0) + number(0) + Array("mdta".utf8)) + box("keys", number(0) + number(1) + key)
                + box("ilst", number(value.count + 8) + number(1) + value))
        let moov = box("moov", box("mvhd", [UInt8](repeating: 0, count: 100)) + meta)
        return box("ftyp", Array("qt  0000qt  ".utf8)) + box("wide", []) + moov
    }
}

extension Reply {
    fileprivate func number(_ key: String) throws -> Int {
        guard let number = try object()[key] as? Int else { throw Unexpected(self) }
        return number
    }
}
