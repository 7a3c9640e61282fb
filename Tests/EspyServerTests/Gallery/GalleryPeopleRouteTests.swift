import Espy
import EspyHTTP
import EspyServer
import EspyStore
import Foundation
import Testing

/// People over HTTP: two groups of faces in six photos, and one other face.
struct GalleryPeopleRouteTests {
    private let gallery: TestGallery
    private let bench: Bench
    private let root = "/api/v1/gallery"

    init() throws {
        gallery = try TestGallery.photos(7)
        try gallery.fill { (database) throws(StoreError) in
            try database.execute("INSERT INTO people (id) VALUES (1), (2)")
            for (photo, person) in [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2)] {
                try Self.insert(photo, photo, person, into: database)
            }
            try Self.insert(6, 6, nil, into: database)
            try database.execute("UPDATE photos SET face_model = 'm' WHERE id < 7")
        }
        bench = try Bench(gallery: gallery.service)
    }

    private static func insert(
        _ id: Int, _ photo: Int, _ person: Int?, into database: Database
    ) throws(StoreError) {
        try database.execute(
            """
            INSERT INTO faces (id, photo, x, y, width, height, descriptor, person, source, is_new)
            VALUES (?, ?, 40, 30, 60, 60, ?, ?, 'group', 0)
            """, [.integer(id), .integer(photo), .bytes([UInt8](repeating: 7, count: 512)), Parameter(person)])
    }

    private func people(hidden: Bool = false) async throws -> [[String: Any]] {
        try await bench.client.get("\(root)/people?hidden=\(hidden)").list("people")
    }

    private func undo(_ answer: Reply) async throws {
        #expect(answer.status == 200)
        let again = await bench.client.post("\(root)/people/undo", json: ["undo": try answer.number("undo")])
        #expect(again.status == 204)
    }

    @Test func peopleAreListed() async throws {
        let answer = await bench.client.get("\(root)/people")
        #expect(try answer.list("people").map { $0["photos"] as? Int } == [3, 2])
        #expect(try answer.number("others") == 1)
        #expect(try answer.flag("isOn") == false)
        #expect(try answer.number("waiting") == 0)
        #expect(try answer.flag("canSwitch"))
        let faces = try await bench.client.get("\(root)/faces?person=1").list("faces")
        #expect(faces.map { $0["photo"] as? Int } == [3, 2, 1])
        #expect(try await bench.client.get("\(root)/faces?person=1&limit=1&offset=1").list("faces").count == 1)
        #expect(try await bench.client.get("\(root)/faces").list("faces").map { $0["id"] as? Int } == [6])
        #expect(await bench.client.get("\(root)/people/9").problem == "not-found")
    }

    @Test func personIsNamedHiddenAndFound() async throws {
        let named = await bench.client.patch("\(root)/people/1", json: ["name": "Anna"])
        #expect(named.status == 200)
        #expect(try await bench.client.get("\(root)/people/1").text("name") == "Anna")
        #expect(try await bench.client.get("\(root)/photos?q=person:anna").number("total") == 3)
        let photo = await bench.client.get("\(root)/photos/1")
        #expect(try photo.list("knownFaces").map { $0["name"] as? String } == ["Anna"])
        #expect(photo.string.contains("\"people\":[\"Anna\"]"))
        #expect(await bench.client.patch("\(root)/people/2", json: ["name": "anna"]).problem == "unprocessable")
        #expect(await bench.client.patch("\(root)/people/2", json: ["colour": "red"]).problem == "bad-request")
        #expect(await bench.client.patch("\(root)/people/1", json: ["cover": 4]).problem == "not-found")
        #expect(await bench.client.patch("\(root)/people/1", json: ["cover": 2]).status == 200)
        #expect(try await bench.client.get("\(root)/people/1").number("cover") == 2)
        #expect(await bench.client.patch("\(root)/people/1", json: ["isHidden": true]).status == 200)
        #expect(try await people().map { $0["id"] as? Int } == [2])
        #expect(try await people(hidden: true).map { $0["id"] as? Int } == [1])
        try await undo(named)
        #expect(try await bench.client.get("\(root)/photos?q=person:anna").number("total") == 0)
    }

    @Test func peopleAreMergedAndSplit() async throws {
        let merged = await bench.client.post("\(root)/people/merge", json: ["people": [2], "into": 1])
        #expect(try await people().map { $0["photos"] as? Int } == [5])
        try await undo(merged)
        #expect(try await people().map { $0["photos"] as? Int } == [3, 2])
        let removed = await bench.client.post("\(root)/faces", json: ["faces": [1]])
        #expect(try await people().map { $0["photos"] as? Int } == [2, 2])
        try await undo(removed)
        let split = await bench.client.post("\(root)/faces", json: ["faces": [1, 2], "newPerson": "Zoe"])
        #expect(split.status == 200)
        #expect(try await bench.client.get("\(root)/photos?q=person:zoe").number("total") == 2)
        #expect(await bench.client.post("\(root)/faces", json: ["faces": [3], "person": 2]).status == 200)
        for odd in [
            ["faces": []], ["faces": [1], "person": 1, "newPerson": "x"], ["faces": [1], "newPerson": "ZOE"],
        ] as [[String: Any]] {
            #expect(await bench.client.post("\(root)/faces", json: odd).problem == "unprocessable")
        }
        #expect(await bench.client.post("\(root)/faces", json: ["faces": [99]]).problem == "not-found")
        #expect(await bench.client.post("\(root)/people/merge", json: ["people": [], "into": 1]).status == 422)
        #expect(await bench.client.post("\(root)/people/undo", json: ["undo": 99]).problem == "not-found")
    }

    @Test func onlyTheMachineItselfSwitches() async throws {
        let phone = Client(core: bench.client.core, caller: .device("phone"))
        #expect(await phone.post("\(root)/people", json: ["isOn": true]).problem == "local-only")
        #expect(await phone.delete("\(root)/people").problem == "local-only")
        #expect(await phone.patch("/api/v1/settings", json: ["gallery.people": "on"]).problem == "local-only")
        #expect(try await phone.get("\(root)/people").flag("canSwitch") == false)
        #expect(try await phone.get("\(root)/people").list("people").count == 2)
        #expect(await bench.client.post("\(root)/people", json: ["isOn": false]).problem == "unprocessable")
        #expect(await bench.client.post("\(root)/people", json: ["isOn": true]).status == 204)
        let on = await bench.client.get("\(root)/people")
        #expect(try on.flag("isOn"))
        #expect(try on.number("waiting") == 1)
        #expect(await bench.client.delete("\(root)/people").status == 204)
        let off = await bench.client.get("\(root)/people")
        #expect(try off.flag("isOn") == false)
        #expect(try off.list("people").isEmpty)
        #expect(try off.number("others") == 0)
        #expect(await bench.client.get("\(root)/faces/1/picture.jpg").problem == "not-found")
    }

    @Test func faceIsCutFromItsPhoto() async throws {
        let photos = gallery.folder + "/photos"
        try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
        // Red, with a blue square where the face is.
        var image = RGBImage(width: 400, height: 300, red: 255, green: 0, blue: 0)
        for y in 100..<160 {
            for x in 200..<260 {
                image.pixels.replaceSubrange((y * 400 + x) * 3..<(y * 400 + x) * 3 + 3, with: [0, 0, 255])
            }
        }
        try Data(try ImageEncoder.jpeg(image)).write(to: URL(fileURLWithPath: photos + "/face.jpg"))
        let indexed = try await TestGallery.indexed(photos)
        try indexed.fill { (database) throws(StoreError) in
            try database.execute(
                "INSERT INTO faces (id, photo, x, y, width, height, descriptor) VALUES (1, 1, 200, 100, 60, 60, x'00')")
        }
        let client = try Bench(gallery: indexed.service).client
        let answer = await client.get("\(root)/faces/1/picture.jpg")
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "image/jpeg")
        let picture = try ImageDecoder().decode(answer.bytes)
        #expect(picture.width == picture.height)
        func color(_ x: Double, _ y: Double) -> ArraySlice<UInt8> {
            let start = (Int(y * Double(picture.height)) * picture.width + Int(x * Double(picture.width))) * 3
            return picture.pixels[start..<start + 3]
        }
        #expect(Array(color(0.5, 0.5))[2] > 200)
        #expect(Array(color(0.05, 0.05))[0] > 200)
        let tag = try #require(answer.header("ETag"))
        #expect(await client.get("\(root)/faces/1/picture.jpg").header("ETag") == tag)
        #expect(await client.get("\(root)/faces/2/picture.jpg").problem == "not-found")
    }
}

extension Reply {
    fileprivate func number(_ key: String) throws -> Int { try #require(try object()[key] as? Int) }

    fileprivate func flag(_ key: String) throws -> Bool {
        let value = try object()[key] as? Bool
        return try #require(value as Bool?, "\(key)")
    }
}
