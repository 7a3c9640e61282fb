import Espy
import Foundation
import Testing

/// Files that other programs store beside photos.
struct SidecarTests {
    private let library: LibraryFolder
    private let gallery: Gallery

    init() async throws {
        library = try LibraryFolder()
        gallery = try await library.watchedGallery()
    }

    /// The JSON of a Google Photos export.
    private static func exported(_ description: String, time: Int = 1_258_375_918, more: String = "") -> [UInt8] {
        Array(
            """
            {"title": "IMG_1.jpg", "description": "\(description)", "photoTakenTime": {"timestamp": "\(time)"},
             "geoData": {"latitude": 41.8902, "longitude": 12.4922, "altitude": 0.0}\(more)}
            """.utf8)
    }

    private static func xmp(_ body: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
             xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
             xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
            \(body)</rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private func details(_ name: String) async throws -> GalleryPhotoDetails {
        let photo = try #require(try await gallery.photo(library.path(name)), "\(name)")
        return try #require(try await gallery.details(of: photo))
    }

    @Test func exportsOfGooglePhotosAreRead() async throws {
        try library.add("harbor.jpg", seed: 1)
        let more = ", \"people\": [{\"name\": \"Anna Bell\"}], \"favorited\": true"
        try library.write("harbor.jpg.supplemental-metadata.json", Self.exported("harbor walk", more: more))
        #expect(try await gallery.index().added == 1)
        let found = try await details("harbor.jpg")
        #expect(found.taken == 1_258_375_918)
        #expect(found.takenSource == "sidecar")
        #expect(found.photo.takenDetail == nil)
        #expect(found.latitude == 41.8902)
        #expect(found.longitude == 12.4922)
        #expect(found.description == "harbor walk")
        #expect(found.people == ["Anna Bell"])
        #expect(found.tags.contains { $0.name == "favorite" })
        #expect(try await gallery.names("walk anna") == ["harbor"])
        #expect(try await gallery.names("date:2009-11-16 has:gps") == ["harbor"])
        #expect(try await gallery.status().passedOver.isEmpty)
    }

    /// Names are cut, numbered and shared in several ways.
    @Test(arguments: [
        ("IMG_1.jpg", "IMG_1.jpg.json"), ("IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json"),
        ("IMG_1.jpg", "IMG_1.jpg.supplemental-me.json"), ("IMG_1.jpg", "IMG_1.jpg.s.json"), ("IMG_1.jpg", "IMG_1.json"),
        ("IMG_1.jpg", "IMG_1.JPG.JSON"), ("IMG_1(2).jpg", "IMG_1.jpg(2).json"),
        ("IMG_1(2).jpg", "IMG_1.jpg.supplemental-metadata(2).json"), ("IMG_1(2).jpg", "IMG_1.jpg.suppl(2).json"),
        ("IMG_1(2).jpg", "IMG_1(2).jpg.json"), ("IMG_1-edited.jpg", "IMG_1.jpg.json"),
        ("IMG_1-bearbeitet(3).jpg", "IMG_1.jpg.supplemental-metadata(3).json"), ("IMG_1.jpg", "IMG_1.HEIC.json"),
        ("IMG_1.jpg", "IMG_1.MP4.supplemental-metadata.json"),
        ("a-name-of-many-letters-of-which-there-are-fifty.jpg", "a-name-of-many-letters-of-which-there-are-fift.json"),
    ])
    func namesOfExports(_ photo: String, _ sidecar: String) async throws {
        try library.add(photo, seed: 1)
        let said = String(decoding: Self.exported("harbor walk"), as: UTF8.self)
        try library.write(sidecar, Array(said.replacing("IMG_1.jpg", with: photo).utf8))
        try await gallery.index()
        #expect(try await details(photo).description == "harbor walk", "\(sidecar)")
    }

    /// Metadata of another photo is worse than none.
    @Test(arguments: [
        ("IMG_1(2).jpg", "IMG_1.jpg.json"), ("IMG_1.jpg", "IMG_1.jpg(2).json"), ("IMG_1.jpg", "IMG_12.jpg.json"),
        ("IMG_1.jpg", "IMG_1.jpg.xyz.json"), ("IMG_1.jpg", "IMG_1-edited.jpg.json"),
        (
            "a-name-of-many-letters-of-which-there-are-fifty.jpg",
            "a-name-of-many-letters-of-which-there-are-fift(1).json"
        ),
        ("a-name-of-many-letters-of-which-there-are-fivty.jpg", "a-name-of-many-letters-of-which-there-are-fift.json"),
    ])
    func sidecarsOfOthersAreLeftAlone(_ photo: String, _ sidecar: String) async throws {
        try library.add(photo, seed: 1)
        try library.write(sidecar, Self.exported("harbor walk"))
        try await gallery.index()
        #expect(try await details(photo).description == nil, "\(sidecar)")
        #expect(try await gallery.status().passedOver.values.reduce(0, +) == 1)
    }

    @Test func eachPhotoHasItsOwn() async throws {
        for (seed, name) in ["IMG_1.jpg", "IMG_1(1).jpg", "IMG_1-edited.jpg", "IMG_1.png"].enumerated() {
            try library.add(name, seed: seed)
        }
        try library.write("IMG_1.jpg.json", Self.exported("first"))
        try library.write("IMG_1.jpg(1).json", Self.exported("second"))
        try await gallery.index()
        #expect(try await gallery.names("first").sorted() == ["IMG_1", "IMG_1-edited"])
        #expect(try await details("IMG_1(1).jpg").description == "second")
        // A file in another format gets the shot's metadata only if the shot itself is missing.
        #expect(try await details("IMG_1.png").description == nil)
    }

    @Test func cutNamesAreToldApartByTheTitle() async throws {
        let start = "a-name-of-many-letters-of-which-there-are-more"
        for (seed, end) in ["a", "b"].enumerated() { try library.add("\(start)\(end).jpg", seed: seed) }
        let said = String(decoding: Self.exported("harbor"), as: UTF8.self)
        try library.write("\(start).json", Array(said.replacing("IMG_1.jpg", with: "\(start)b and so on.jpg").utf8))
        try await gallery.index()
        #expect(try await details("\(start)a.jpg").description == nil)
        #expect(try await details("\(start)b.jpg").description == "harbor")
    }

    @Test func xmpOfEditorsIsRead() async throws {
        for (seed, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() { try library.add(name, seed: seed) }
        let body = """
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Harbor</rdf:li></rdf:Alt></dc:title>
            <dc:subject><rdf:Bag><rdf:li>boats</rdf:li></rdf:Bag></dc:subject><xmp:Rating>4</xmp:Rating>
            <exif:DateTimeOriginal>1987-05</exif:DateTimeOriginal><exif:GPSLatitude>41,53.4N</exif:GPSLatitude>
            <exif:GPSLongitude>12,29.5E</exif:GPSLongitude><photoshop:City>Rome</photoshop:City>
            <Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Anna Bell</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>
            """
        try library.write("a.xmp", Self.xmp(body))
        try library.write("b.jpg.xmp", Self.xmp(body))
        let wide = String(decoding: Self.xmp(body), as: UTF8.self).utf16
        try library.write("C.JPG.XMP", [0xFF, 0xFE] + wide.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
        try await gallery.index()
        for name in ["a.jpg", "b.jpg", "c.jpg"] {
            let found = try await details(name)
            #expect(found.title == "Harbor", "\(name)")
            #expect(found.rating == 4, "\(name)")
            #expect(found.location == "Rome", "\(name)")
            #expect(found.taken == 546_825_600)
            #expect(found.photo.takenDetail == .month)
            #expect(found.takenSource == "sidecar")
            #expect(found.people == ["Anna Bell"])
            #expect(found.latitude != nil)
            #expect(found.tags.contains { $0.name == "boats" })
        }
        #expect(try await gallery.names("rome boats rating:4 date:1987-05").count == 3)
    }

    @Test func whatSaysMostCounts() async throws {
        try library.add("IMG_20091116_135158.jpg", seed: 1)
        try library.add("b.jpg", seed: 2)
        for name in ["IMG_20091116_135158.jpg", "b.jpg"] {
            try library.write("\(name).json", Self.exported("of the export"))
        }
        try library.write("b.jpg.xmp", Self.xmp("<xmp:Rating>2</xmp:Rating><dc:description>mine</dc:description>"))
        try library.write("b.xmp", Self.xmp("<xmp:Rating>3</xmp:Rating><dc:title>also</dc:title>"))
        try await gallery.index()
        // The phone's clock is an hour ahead of Greenwich.
        let phone = try await details("IMG_20091116_135158.jpg")
        #expect(phone.taken == 1_258_379_518)
        #expect(phone.takenSource == "name")
        #expect(phone.description == "of the export")
        let other = try await details("b.jpg")
        #expect(other.rating == 2)
        #expect(other.title == "also")
        #expect(other.description == "mine")
        #expect(other.takenSource == "sidecar")
    }

    @Test func peopleCountMore() async throws {
        try library.add("a.jpg", seed: 1)
        try library.write("a.xmp", Self.xmp("<xmp:Rating>2</xmp:Rating>"))
        try await gallery.index()
        let photo = try #require(try await gallery.photo(library.path("a.jpg")))
        try await gallery.rate([photo], 5, now: 1)
        try library.write("a.xmp", Self.xmp("<xmp:Rating>3</xmp:Rating><dc:title>new</dc:title>"))
        try await gallery.index()
        let found = try await details("a.jpg")
        #expect(found.rating == 5)
        #expect(found.title == "new")
        try await gallery.rate([photo], nil, now: 2)
        #expect(try await details("a.jpg").rating == 3)
    }

    @Test func changedSidecarsAreReadAgain() async throws {
        let analyzer = MiddleAnalyzer()
        try library.add("a.jpg", seed: 1)
        try library.age("a.jpg", 1_000_000_000)
        try await gallery.index(analyzer)
        #expect(try await details("a.jpg").takenSource == "file")
        try library.write("a.jpg.json", Self.exported("first"))
        let first = try await gallery.index(analyzer)
        #expect(first.reread == 1)
        #expect(first.added == 0)
        #expect(first.linked == 0)
        #expect(first.isComplete)
        #expect(try await gallery.names("first") == ["a"])
        try library.write("a.jpg.json", Self.exported("second one", time: 1_000_000_100))
        try await gallery.index(analyzer)
        #expect(try await gallery.names("first").isEmpty)
        #expect(try await details("a.jpg").taken == 1_000_000_100)
        // Nothing is read in vain, and the picture is analyzed once.
        #expect(try await gallery.index(analyzer).reread == 0)
        try library.remove("a.jpg.json")
        #expect(try await gallery.index(analyzer).reread == 1)
        let last = try await details("a.jpg")
        #expect(last.description == nil)
        #expect(last.latitude == nil)
        #expect(last.taken == nil)
        #expect(last.takenSource == "file")
        #expect(analyzer.count == 1)
    }

    @Test func copiesKeepWhatAnyOfThemHas() async throws {
        try library.add("2009/a.jpg", seed: 1)
        try library.add("rome/b.jpg", seed: 1)
        try library.write("rome/b.jpg.json", Self.exported("walk"))
        try await gallery.index()
        #expect(try await gallery.status().photos == 1)
        #expect(try await gallery.names("walk date:2009-11").count == 1)
        // A photo that moves without its sidecar keeps its known metadata.
        try library.move("rome/b.jpg", "c.jpg")
        try await gallery.index()
        #expect(try await gallery.names("walk").count == 1)
    }

    @Test func brokenSidecarsAreTold() async throws {
        for (seed, name) in ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"].enumerated() {
            try library.add(name, seed: seed)
        }
        try library.write("a.jpg.json", Array("{\"title\": ".utf8))
        try library.write(
            "b.xmp", Array(Self.xmp("<dc:title>Harbor</dc:title><xmp:Rating>4</xmp:Rating>").dropLast(40)))
        try library.write("c.jpg.xmp", [])
        // Unknown types, and files of other programs.
        try library.write(
            "d.jpg.json",
            Array(
                "{\"description\": 5, \"photoTakenTime\": [], \"geoData\": {\"latitude\": 99, \"longitude\": 1}}".utf8))
        try library.write("e.json", Array("[1, 2]".utf8))
        let summary = try await gallery.index()
        #expect(summary.added == 5)
        #expect(summary.failed == 3)
        let problems = try await gallery.problems()
        #expect(problems.map { ($0.path as NSString).lastPathComponent } == ["a.jpg.json", "b.xmp", "c.jpg.xmp"])
        #expect(problems.allSatisfy { $0.reason.hasPrefix("the sidecar is not ") }, "\(problems)")
        #expect(try await details("b.jpg").title == "Harbor")
        // They are still reported, but not tried again in vain.
        let again = try await gallery.index()
        #expect(again.failed == 0)
        #expect(again.reread == 0)
        #expect(again.removed == 0)
        #expect(try await gallery.status().problems == 3)
        try library.write("a.jpg.json", Self.exported("whole"))
        try library.remove("b.xmp")
        try library.remove("c.jpg")
        try await gallery.index()
        #expect(try await gallery.problems().isEmpty)
        #expect(try await gallery.names("whole") == ["a"])
    }

    @Test func ownSidecarsAreReadBack() async throws {
        try library.add("a.jpg", seed: 1)
        try await gallery.index()
        let photo = try #require(try await gallery.photo(library.path("a.jpg")))
        try await gallery.rate([photo], 4, now: 1)
        try await gallery.correct(photo, tag: "salt & <pepper>", isRight: true, now: 1)
        try library.write("a.jpg.xmp", Array(try await gallery.sidecar(of: photo).utf8))
        let other = try Gallery(path: library.file + "-other")
        try await other.addFolder(library.photos, at: 0)
        try await other.index(nil)
        #expect(try await other.names("rating:4 tag:\"salt & <pepper>\"") == ["a"])
    }

    @Test func sidecarsAloneAreCounted() async throws {
        try library.add("a.jpg", seed: 1)
        for name in ["b.xmp", "c.jpg.json", "d.heic.supplemental-metadata(1).json"] {
            try library.write(name, Self.exported("x"))
        }
        try library.write("metadata.json", Array("{}".utf8))
        try await gallery.index()
        #expect(try await gallery.status().passedOver == [.sidecarAlone: 3, .noPicture: 1])
    }
}
