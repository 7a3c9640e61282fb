import Espy
import EspyStore
import EspyTool
import Foundation
import Testing

/// `espy gallery people`, on faces that are put into the gallery: no test here needs a model.
struct PeopleCommandTests {
    private let scratch: Scratch
    private var variables: [String: String] {
        ["XDG_DATA_HOME": scratch.file("data"), "XDG_CONFIG_HOME": scratch.file("config")]
    }

    /// Person 1 is in photos 1 and 2, person 2 in photos 3 and 4, and photo 5 shows another face.
    init() throws {
        scratch = try Scratch()
        let file = scratch.file("data/espy/gallery/gallery.sqlite")
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let database = try Database(path: file, identity: GallerySchema.identity, migrations: GallerySchema.migrations)
        try database.execute("INSERT INTO folders (id, path, added) VALUES (1, '/photos', 0)")
        try database.execute("INSERT INTO people (id) VALUES (1), (2)")
        for id in 1...5 {
            try database.execute(
                """
                INSERT INTO photos (id, digest, bytes, format, width, height, taken, taken_source, face_model)
                VALUES (?1, zeroblob(32 + ?1), 9, 'jpeg', 400, 300, ?1, 'exif', 'm')
                """, [.integer(id)])
            try database.execute(
                "INSERT INTO files (folder, path, photo, size, modified) VALUES (1, ?, ?, 9, 0)",
                [.text("/photos/\(id).jpg"), .integer(id)])
            try database.execute(
                """
                INSERT INTO faces (id, photo, x, y, width, height, descriptor, person, source, is_new)
                VALUES (?1, ?1, 10, 20, 30, 40, zeroblob(512), ?2, 'group', 0)
                """, [.integer(id), id == 5 ? .null : .integer((id + 1) / 2)])
            try GalleryText.write(photo: id, to: database)
        }
    }

    private func people(_ arguments: String...) async throws -> Ending {
        try await espy(["gallery", "people"] + arguments, variables: variables)
    }

    private func found(_ query: String) async throws -> [String] {
        let ending = try await espy(["gallery", "search", query], variables: variables)
        return ending.out.split(separator: "\n").map { ($0 as NSString).lastPathComponent }
    }

    @Test func peopleAreListedNamedAndFound() async throws {
        let list = try await people()
        #expect(list.out == "1       -  2\n2       -  2\n")
        #expect(list.err.contains("1 other faces"))
        #expect(try await people("1", "--name", "Anna Lee").exit == 0)
        #expect(try await people().out.hasPrefix("1       Anna Lee  2\n"))
        #expect(try await found("person:\"anna lee\"") == ["2.jpg", "1.jpg"])
        #expect(try await people("2", "--name", "anna lee").err.contains("another person has this name"))
        #expect(
            try await people("--list", "Anna Lee").out
                == "2\t10,20,30,40\t/photos/2.jpg\n1\t10,20,30,40\t/photos/1.jpg\n")
        #expect(try await people("--list").out == "5\t10,20,30,40\t/photos/5.jpg\n")
        #expect(try await people("--json").out.contains("\"name\":\"Anna Lee\""))
        let albums = try await espy(["gallery", "albums"], variables: variables)
        #expect(albums.out.contains("person:\"Anna Lee\""))
    }

    @Test func peopleAreMergedSplitAndHidden() async throws {
        #expect(try await people("1", "2", "--merge").exit == 0)
        #expect(try await people().out == "1       -  4\n")
        #expect(try await people("3", "4", "--split", "--name", "Ben").exit == 0)
        #expect(try await found("person:ben") == ["4.jpg", "3.jpg"])
        #expect(try await people("3", "--not").exit == 0)
        #expect(try await found("person:ben") == ["4.jpg"])
        #expect(try await people("Ben", "--hide").exit == 0)
        #expect(!(try await people().out.contains("Ben")))
        #expect(try await people("--show").out.contains("Ben"))
        #expect(try await people("Ben", "--show").exit == 0)
        #expect(try await people().out.contains("Ben"))
        for odd in [["1"], ["1", "--merge"], ["x", "--not"], ["--on", "--off"]] {
            let ending = try await espy(["gallery", "people"] + odd, variables: variables)
            #expect(ending.exit == 64, "\(odd): \(ending.err)")
        }
        #expect(try await people("Nobody", "--hide").err.contains("no person or face “Nobody”"))
    }

    @Test func recognitionIsSwitchedAndItsDataDeleted() async throws {
        func isOn() async throws -> Bool {
            let lines = try await espy(["config"], variables: variables).out.split(separator: "\n")
            return try #require(lines.first { $0.hasPrefix("gallery.people") }).contains("true")
        }
        #expect(try await isOn() == false)
        #expect(try await people("--on").exit == 0)
        #expect(try await isOn())
        let unsure = try await people("--off")
        #expect(unsure.exit == 64)
        #expect(unsure.err.contains("--yes"))
        #expect(try await people().out.isEmpty == false)
        #expect(try await people("--off", "-y").exit == 0)
        #expect(try await isOn() == false)
        let list = try await people()
        #expect(list.out.isEmpty)
        #expect(list.err.contains("espy gallery people --on"))
    }
}
