import Espy
import EspyStore
import Foundation
import Synchronization
import Testing

/// Faces from the analysis of photos.
struct PeopleIndexingTests {
    private let library: LibraryFolder
    private let gallery: Gallery

    init() async throws {
        library = try LibraryFolder()
        gallery = try library.gallery()
        try await gallery.addFolder(library.photos, at: 0)
        for seed in 0..<4 { try library.add("\(seed).jpg", seed: seed) }
    }

    /// Describes faces by the color of the photo: those of photos 0 and 1 are one person's.
    private func index(
        version: String = "1", faceModel: String? = "faces-1", looks: Counter = Counter()
    ) async throws -> IndexingSummary {
        var analyzer = PhotoAnalyzer(version: version, embeddingModel: "", shortSide: 48) { image, _ in
            looks.add()
            let person = (Int(image.pixels[2]) + 6) / 26
            let descriptor = (0..<128).map { Float($0 == person ? 1 : 0) }
            return PhotoAnalysis(
                tags: [PhotoTag(name: "seen \(looks.count)", category: .own, confidence: 0.9, source: "test")],
                colors: [], kind: .photo, sharpness: 200, brightness: 0.5, fingerprint: 1, embedding: [],
                faces: [PhotoFace(x: 4, y: 4, width: 20, height: 20, descriptor: descriptor)])
        }
        analyzer.faceModel = faceModel
        return try await GalleryIndexer(
            gallery: gallery, analyzer: analyzer, clock: { 0 }, words: { "\($0)" }
        ).run()
    }

    private func photo(_ name: String) async throws -> Int {
        try #require(try await gallery.photo(at: library.path(name)))
    }

    @Test func photosAreLookedAtAgainForFacesAlone() async throws {
        let looks = Counter()
        #expect(try await index(faceModel: nil, looks: looks).added == 4)
        let tags = try await gallery.tags(of: try await photo("0.jpg"))
        #expect(try await gallery.people().others == 0)
        #expect(try await gallery.people().waiting == 4)
        let summary = try await index(looks: looks)
        #expect(looks.count == 8)
        #expect(summary.renewed == 0)
        #expect(try await gallery.people().people.map(\.photos) == [2, 2])
        #expect(try await gallery.people().waiting == 0)
        #expect(try await gallery.tags(of: try await photo("0.jpg")) == tags)
        _ = try await index(looks: looks)
        #expect(looks.count == 8)
    }

    /// Writes a sidecar in which another program has named the face.
    private func name(_ name: String, in photo: String) throws {
        let region = #"MPReg:Rectangle="0.05, 0.05, 0.35, 0.35" MPReg:PersonDisplayName="\#(name)""#
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:MP="http://ns.microsoft.com/photo/1.2/"
              xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
              xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#">
            <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag><rdf:li \(region)/></rdf:Bag></MPRI:Regions>
            </MP:RegionInfo></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        try Data(xmp.utf8).write(to: URL(filePath: library.path("\(photo).xmp")))
    }

    @Test func namesInFilesAreTakenOver() async throws {
        try name("Anna", in: "0.jpg")
        _ = try await index()
        #expect(try await gallery.people().people.map(\.name) == ["Anna", nil])
        // Another program names a face of a photo that is known.
        try name("Ben", in: "2.jpg")
        _ = try await index()
        #expect(Set(try await gallery.people().people.map(\.name)) == ["Anna", "Ben"])
    }

    @Test func newPhotosJoin() async throws {
        _ = try await index()
        #expect(try await gallery.people().people.map(\.photos) == [2, 2])
        let person = try #require(try await gallery.faces(of: try await photo("0.jpg")).first?.person)
        try await gallery.name(person, "Anna", now: 1)
        try library.add("sub/4.jpg", seed: 0, side: 72)
        _ = try await index()
        #expect(try await gallery.names("person:anna").count == 3)
        // A moved file is the same photo.
        try library.move("0.jpg", "sub/moved.jpg")
        _ = try await index()
        #expect(try await gallery.names("person:anna").count == 3)
    }

    @Test func whatWasSaidSurvivesOtherAnalysesAndFolders() async throws {
        _ = try await index()
        let face = try #require(try await gallery.faces(of: try await photo("0.jpg")).first)
        let person = try #require(face.person)
        try await gallery.assign([face.id], to: .nobody, now: 1)
        let other = try await gallery.faces(of: try await photo("1.jpg"))
        // One face alone is no person.
        #expect(other.first?.person == nil)
        try await gallery.assign(other.map(\.id), to: .new("Anna"), now: 1)
        _ = try await index(version: "2", faceModel: "faces-2")
        #expect(try await gallery.faces(of: try await photo("1.jpg")).map(\.name) == ["Anna"])
        try await gallery.removeFolder(library.photos)
        #expect(try await gallery.people().people.isEmpty)
        try await gallery.addFolder(library.photos, at: 0)
        _ = try await index(version: "2", faceModel: "faces-2")
        #expect(try await gallery.faces(of: try await photo("1.jpg")).map(\.name) == ["Anna"])
        #expect(person > 0)
    }

    @Test func deletedPeopleAreNotFoundAgainByARunThatBeganBefore() async throws {
        _ = try await index()
        try await gallery.deletePeople()
        #expect(try await gallery.people() == GalleryPeople(people: [], others: 0, waiting: 4))
        // Without people, photos are analyzed as ever.
        _ = try await index(version: "2", faceModel: nil)
        #expect(try await gallery.people().others == 0)
        #expect(try await gallery.details(of: try await photo("0.jpg"))?.faces == 1)
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}
