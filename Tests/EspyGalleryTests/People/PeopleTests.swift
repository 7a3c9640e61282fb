import Espy
import EspyStore
import EspySystem
import Foundation
import Testing

/// Naming, merging, splitting, hiding and deleting people.
struct PeopleTests {
    private let seeded: SeededGallery
    private var gallery: Gallery { seeded.gallery }
    /// Three directions that have nothing in common.
    private let (anna, ben, cleo): ([Float], [Float], [Float])

    /// Anna is in photos 1, 2 and 3, Ben in 3, 4 and 5, Cleo in 6.
    init() async throws {
        seeded = try SeededGallery()
        func axis(_ place: Int) -> [Float] { (0..<128).map { $0 == place ? 1 : 0 } }
        (anna, ben, cleo) = (axis(0), axis(1), axis(2))
        for (name, faces) in [
            ("a", [anna]), ("b", [anna]), ("c", [anna, ben]), ("d", [ben]), ("e", [ben]), ("f", [cleo]),
        ] {
            try seeded.add("\(name).jpg", faces: faces)
        }
        try await seeded.gallery.groupFaces("m")
    }

    /// The person in a photo of one face.
    private func person(in photo: Int) async throws -> Int {
        try #require(try await gallery.faces(of: photo).first?.person)
    }

    @Test func namesAreFound() async throws {
        let id = try await person(in: 1)
        #expect(try await gallery.names("person:Anna").isEmpty)
        try await gallery.name(id, "Anna  Lee", now: 1)
        #expect(try await gallery.names("person:\"anna lee\"") == ["c", "b", "a"])
        #expect(try await gallery.names("person:anna") == ["c", "b", "a"])
        #expect(try await gallery.names("anna").sorted() == ["a", "b", "c"])
        #expect(try await gallery.names("person:any") == ["c", "b", "a"])
        #expect(try await gallery.names("-person:any") == ["f", "e", "d"])
        #expect(try await gallery.names("person:An").isEmpty)
        #expect(try await gallery.search("person:anna", now: 0).hits.first?.why == ["with anna"])
        let albums = try await gallery.albums(now: 0).filter { $0.kind == .person }
        #expect(albums.map(\.name) == ["Anna Lee"])
        #expect(albums.map(\.query) == ["person:\"Anna Lee\""])
        #expect(albums.map(\.count) == [3])
        let suggested = try await gallery.suggestions("person:a", now: 0)
        #expect(suggested.map(\.name) == ["Anna Lee"])
        #expect(suggested.map(\.query) == ["person:\"Anna Lee\" "])
        #expect(try await gallery.details(of: 1)?.people == ["Anna Lee"])
        #expect(try await gallery.exported([1]).first?.contains("\"people\":[\"Anna Lee\"]") == true)
        #expect(try await gallery.exported([1]).first?.contains("descriptor") == false)
    }

    @Test func exactNamesComeFirst() async throws {
        try await gallery.name(try await person(in: 1), "Anna", now: 1)
        try await gallery.name(try await person(in: 4), "Anna Lee", now: 1)
        #expect(try await gallery.names("person:anna") == ["c", "b", "a"])
        #expect(try await gallery.names("person:lee") == ["e", "d", "c"])
    }

    @Test func namesInMetadataAreOneListWithOthers() async throws {
        try seeded.database.execute("UPDATE photos SET people = 'Dora' || char(10) || 'anna' WHERE id IN (1, 6)")
        try await gallery.name(try await person(in: 1), "Anna", now: 1)
        #expect(try await gallery.details(of: 1)?.people == ["Anna", "Dora"])
        #expect(try await gallery.details(of: 6)?.people == ["Dora", "anna"])
        #expect(try await gallery.names("person:Dora") == ["f", "a"])
        #expect(try await gallery.names("person:anna") == ["f", "c", "b", "a"])
    }

    @Test func namesAreUnique() async throws {
        try await gallery.name(try await person(in: 1), "Anna", now: 1)
        let other = try await person(in: 4)
        await #expect(throws: GalleryError.query("ANNA", reason: "another person has this name; merge the two")) {
            try await gallery.name(other, "ANNA", now: 1)
        }
        await #expect(throws: GalleryError.unknownPerson("77")) { try await gallery.name(77, "X", now: 1) }
    }

    @Test func peopleAreMergedAndThatIsUndone() async throws {
        let (one, other) = (try await person(in: 1), try await person(in: 4))
        try await gallery.name(other, "Ben", now: 1)
        let before = try await gallery.people()
        let undo = try await gallery.merge([other], into: one, now: 2)
        let merged = try await gallery.people()
        #expect(merged.people.map(\.name) == ["Ben"])
        #expect(merged.people.map(\.photos) == [5])
        #expect(try await gallery.names("person:Ben").count == 5)
        try await gallery.undoPeople(undo)
        #expect(try await gallery.people() == before)
        #expect(try await gallery.names("person:Ben").count == 3)
        await #expect(throws: GalleryError.unknownPerson("\(undo)")) { try await gallery.undoPeople(undo) }
    }

    @Test func notThisPersonIsForGood() async throws {
        let id = try await person(in: 1)
        let face = try #require(try await gallery.faces(of: 1).first?.id)
        let undo = try await gallery.assign([face], to: .nobody, now: 1)
        #expect(try await gallery.faces(of: 1).first?.person == nil)
        try await gallery.groupFaces("m")
        #expect(try await gallery.faces(of: 1).first?.person == nil)
        try seeded.add("g.jpg", faces: [anna])
        try await gallery.groupFaces("m")
        #expect(try await gallery.faces(of: 7).first?.person == id)
        #expect(try await gallery.faces(of: 1).first?.person == nil)
        try await gallery.undoPeople(undo)
        #expect(try await gallery.faces(of: 1).first?.person == id)
    }

    @Test func peopleAreSplit() async throws {
        let faces = try await gallery.faces(ofPerson: try await person(in: 1))
        #expect(faces.map(\.photo) == [3, 2, 1])
        let undo = try await gallery.assign([faces[1].id, faces[2].id], to: .new("Zoe"), now: 1)
        #expect(try await gallery.faces(of: 3).first?.person == faces[0].person)
        #expect(try await gallery.names("person:zoe") == ["b", "a"])
        try await gallery.groupFaces("m")
        #expect(try await gallery.names("person:zoe") == ["b", "a"])
        try await gallery.undoPeople(undo)
        #expect(try await gallery.names("person:zoe").isEmpty)
        #expect(try await gallery.faces(of: 3).first?.person == faces[0].person)
    }

    @Test func namedPeopleTakeFacesButNotEachOther() async throws {
        let one = try await person(in: 1)
        try await gallery.name(one, "Anna", now: 1)
        try seeded.add("g.jpg", faces: [anna])
        try await gallery.groupFaces("m")
        #expect(try await gallery.names("person:anna") == ["g", "c", "b", "a"])
        let face = try #require(try await gallery.faces(of: 7).first?.id)
        try await gallery.assign([face], to: .new("Twin"), now: 2)
        try await gallery.groupFaces("m")
        #expect(try await gallery.names("person:twin") == ["g"])
        #expect(try await gallery.people().people.count == 3)
    }

    @Test func hiddenPeopleAndPhotosAreLeftOut() async throws {
        let id = try await person(in: 1)
        try await gallery.name(id, "Anna", now: 1)
        try await gallery.hide(id, true, now: 1)
        #expect(try await gallery.people().people.count == 1)
        #expect(try await gallery.people(hidden: true).people.map(\.name) == ["Anna"])
        #expect(try await gallery.albums(now: 0).contains { $0.kind == .person } == false)
        #expect(try await gallery.names("person:any").isEmpty)
        try await gallery.hide(id, false, now: 1)
        try await gallery.correct(1, tag: "hidden", isRight: true, now: 1)
        #expect(try await gallery.person(id).photos == 2)
        #expect(try await gallery.faces(ofPerson: id).map(\.photo) == [3, 2])
    }

    @Test func regionsNameFaces() async throws {
        // Photos are 400 × 300; the boxes of other programs differ a little.
        let regions = "0.02 0.05 0.12 0.16 Anna Lee"
        try seeded.database.execute("UPDATE photos SET regions = ? WHERE id = 1", [.text(regions)])
        try seeded.database.execute("UPDATE faces SET is_new = 1 WHERE photo = 1")
        try await gallery.groupFaces("m")
        #expect(try await gallery.faces(of: 1).map(\.name) == ["Anna Lee"])
        // The rest of the group follows.
        #expect(try await gallery.names("person:anna") == ["c", "b", "a"])
        let face = try #require(try await gallery.faces(of: 1).first?.id)
        try await gallery.assign([face], to: .nobody, now: 1)
        try await gallery.groupFaces("m")
        #expect(try await gallery.faces(of: 1).map(\.name) == [nil])
    }

    @Test func whatWasSaidSurvivesThePhoto() async throws {
        try await gallery.name(try await person(in: 4), "Ben", now: 1)
        let lines = try await gallery.exportedText().split(separator: "\n").map(String.init)
        // Found again by another analysis, a few pixels beside.
        let later = try SeededGallery()
        _ = try await later.gallery.importLines(lines, now: 2)
        for name in ["a", "b", "c", "d"] { try later.add("\(name).jpg") }
        let faces = [PhotoFace(x: 12, y: 22, width: 38, height: 41, descriptor: ben)]
        try await later.gallery.saveFaces(faces, of: 4)
        #expect(try await later.gallery.faces(of: 4).map(\.name) == ["Ben"])
    }
}

/// All data of people is deleted in one step.
struct PeopleDeletionTests {
    @Test func noByteOfADescriptorIsLeft() async throws {
        let seeded = try SeededGallery()
        var draw = Draw(5)
        let faces = (0..<200).map { _ in draw.direction() }
        for (number, face) in faces.enumerated() { try seeded.add("\(number).jpg", faces: [face, draw.direction()]) }
        for number in 0..<50 { try seeded.add("again-\(number).jpg", faces: [faces[number]]) }
        try await seeded.gallery.groupFaces("m")
        let person = try #require(try await seeded.gallery.people().people.first)
        try await seeded.gallery.name(person.id, "Wilhelmina", now: 1)
        #expect(try await seeded.gallery.names("wilhelmina").count == 2)
        let files = ["", "-wal", "-said", "-said-1", "-said-2"].map { seeded.folder + "/gallery.sqlite" + $0 }
        func bytes() -> [UInt8] {
            files.flatMap { (try? Data(contentsOf: URL(fileURLWithPath: $0))).map { [UInt8]($0) } ?? [] }
        }
        var traces = faces.prefix(20).map { face in
            face[10..<14].flatMap { value in
                (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * $0)) }
            }
        }
        traces.append(Array("ilhelmina".utf8))
        #expect(traces.allSatisfy { bytes().contains($0) })
        try await seeded.gallery.deletePeople()
        let left = bytes()
        #expect(!left.isEmpty)
        #expect(traces.filter { left.contains($0) }.isEmpty)
        #expect(try await seeded.gallery.people() == GalleryPeople(people: [], others: 0, waiting: 250))
        #expect(try await seeded.gallery.names("wilhelmina").isEmpty)
        #expect(try await seeded.gallery.search("", now: 0).total == 250)
        // A run of the indexer that began before stores nothing any more.
        let face = PhotoFace(x: 1, y: 1, width: 20, height: 20, descriptor: faces[0])
        try await seeded.gallery.saveFaces([face], of: 1, isAllowed: false)
        #expect(try await seeded.gallery.faces(of: 1).isEmpty)
    }
}
