import Espy
import EspyTestSupport
import Foundation
import Testing

/// A cascade of one stage: dark above bright is a face.
enum TinyCascade {
    static func xml(
        side: String = "8", nodes: String = "0 -1 0 -0.2", leaves: String = "1.0 -1.0",
        rectangles: String = "<_>0 0 8 8 -1.</_><_>0 4 8 4 2.</_>", type: String = "HAAR", extra: String = ""
    ) -> [UInt8] {
        Array(
            """
            <?xml version="1.0"?>
            <!-- A comment with > in it. -->
            <opencv_storage>
            <cascade type_id="opencv-cascade-classifier"><stageType>BOOST</stageType>
              <featureType>\(type)</featureType><height>\(side)</height><width>\(side)</width>
              <stages><_><maxWeakCount>1</maxWeakCount><stageThreshold>0.5</stageThreshold>
                <weakClassifiers><_><internalNodes>\(nodes)</internalNodes><leafValues>\(leaves)</leafValues></_>
                </weakClassifiers></_></stages>
              <features><_><rects>\(rectangles)</rects>\(extra)</_></features></cascade>
            </opencv_storage>
            """.utf8)
    }
}

struct FaceCascadeTests {
    @Test func cascadesAreRead() {
        #expect(FaceCascade(TinyCascade.xml()) != nil)
        #expect(FaceCascade(TinyCascade.xml(extra: "<tilted>0</tilted>")) != nil)
    }

    @Test(arguments: [
        TinyCascade.xml(side: "7"), TinyCascade.xml(side: "9999"), TinyCascade.xml(side: "nan"),
        TinyCascade.xml(nodes: "0 -1 1 0.5"), TinyCascade.xml(nodes: "0 -1 -1 0.5"),
        TinyCascade.xml(nodes: "0 -2 0 0.5"),
        TinyCascade.xml(nodes: "1 -1 0 0.5"), TinyCascade.xml(nodes: "0 -1 0 inf"), TinyCascade.xml(nodes: "0 -1 0"),
        TinyCascade.xml(nodes: "0 -1e30 0 0.5"), TinyCascade.xml(leaves: "1.0"), TinyCascade.xml(leaves: "1 2 3"),
        // A cycle of nodes.
        TinyCascade.xml(nodes: "1 -1 0 0.5 0 -1 0 0.5", leaves: "1 2"),
        TinyCascade.xml(nodes: "1 -1 0 0.5 1 -1 0 0.5", leaves: "1 2 3"),
        TinyCascade.xml(rectangles: "<_>0 0 8 8 -1.</_>"),
        TinyCascade.xml(rectangles: "<_>0 0 9 8 -1.</_><_>0 4 8 4 2.</_>"),
        TinyCascade.xml(rectangles: "<_>-1 0 8 8 -1.</_><_>0 4 8 4 2.</_>"),
        TinyCascade.xml(rectangles: "<_>0 0 8 8 -1.</_><_>5 4 8 4 2.</_>"),
        TinyCascade.xml(rectangles: "<_>0 0 8 8 1e9</_><_>0 4 8 4 2.</_>"), TinyCascade.xml(type: "LBP"),
        TinyCascade.xml(extra: "<tilted>1</tilted>"), [], Array("<a>".utf8), Array("<a></b>".utf8), Array("<".utf8),
        Array("<!--".utf8), Array(String(repeating: "<a>", count: 5_000).utf8),
    ])
    func filesThatAreNoneAreRefused(bytes: [UInt8]) {
        #expect(FaceCascade(bytes) == nil)
    }

    @Test func filesThatAreCutOffAreRefused() {
        let whole = TinyCascade.xml()
        for length in stride(from: 0, to: whole.count, by: 7) { #expect(FaceCascade(Array(whole[..<length])) == nil) }
    }
}

struct FaceFinderTests {
    private static func faces(on image: RGBImage, _ cascade: [UInt8]) throws -> [PhotoFace]? {
        let finder = FaceFinder(try #require(FaceCascade(cascade)))
        return try PhotoAnalyzer(faces: finder).analyze(image, metadata: PhotoMetadata()).faces
    }

    @Test(arguments: [(1, 1), (3, 400), (8, 8), (64, 48)])
    func plainPicturesHaveNoFaces(width: Int, height: Int) throws {
        let plain = RGBImage(width: width, height: height, red: 99, green: 99, blue: 99)
        #expect(try Self.faces(on: plain, TinyCascade.xml()) == [])
    }

    @Test func patternsEverywhereAreNoFaces() throws {
        // Nearly every square of it looks like a face to this cascade.
        let pixels = (0..<160 * 120).map { UInt8(truncatingIfNeeded: $0 * 7919 >> 3) }
        let image = RGBImage(width: 160, height: 120, pixels: pixels.flatMap { [$0, $0, $0] })
        #expect(try Self.faces(on: image, TinyCascade.xml(nodes: "0 -1 0 9", leaves: "1 -1")) == [])
    }
}

/// Faces on photos of ../shared, checked by eye. Cascades come from a Debian package, not from this repository.
struct FacePhotoTests {
    static let cascade = "/usr/share/opencv4/haarcascades/haarcascade_frontalface_alt2.xml"
    static let isThere =
        PhotoSets.has("gallery/skimage") && FileManager.default.fileExists(atPath: cascade)

    private let finder: FaceFinder

    init() throws {
        finder = FaceFinder(try #require(FaceCascade([UInt8](Data(contentsOf: URL(fileURLWithPath: Self.cascade))))))
    }

    /// Returns faces in pixels of the whole photo, although detection uses a smaller one.
    private func faces(_ path: String) throws -> (faces: [PhotoFace], width: Int) {
        let found = try PhotoDescription(PhotoSets.bytes(path), by: PhotoAnalyzer(faces: finder))
        return (found.analysis.faces ?? [], found.width)
    }

    /// Path, and the center of the face as fractions of the width.
    @Test(
        .enabled(if: isThere),
        arguments: [
            ("skimage/astronaut.png", 0.43, 0.22), ("immich/albums_text_craft-beer.jpg", 0.50, 0.20),
            ("immich/metadata_faces_portrait.jpg", 0.38, 0.26),
            ("immich/metadata_faces_portrait-orientation-6.jpg", 0.38, 0.26),
        ])
    func facesAreFoundWhereTheyAre(path: String, x: Double, y: Double) throws {
        let (faces, width) = try faces("gallery/\(path)")
        let face = try #require(faces.first)
        let middle = (Double(face.x) + Double(face.width) / 2, Double(face.y) + Double(face.height) / 2)
        #expect(faces.count == 1, "\(faces)")
        #expect(abs(middle.0 / Double(width) - x) < 0.05, "\(path): \(faces)")
        #expect(abs(middle.1 / Double(width) - y) < 0.05, "\(path): \(faces)")
    }

    /// At most one in a hundred photos of things may show a face that is not there.
    @Test(.enabled(if: isThere)) func thingsHaveNoFaces() throws {
        let names = try ["gallery/grocery", "gallery/photoprism"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: PhotoSets.folder.appendingPathComponent(folder).path)
                .filter { $0.hasSuffix(".jpg") && !$0.hasPrefix("clowns") }.map { "\(folder)/\($0)" }
        }
        let wrong = try names.filter { try !faces($0).faces.isEmpty }
        #expect(names.count > 100, "\(wrong)")
        #expect(wrong.count * 100 <= names.count, "\(wrong)")
    }

    @Test(.enabled(if: isThere)) func peopleAreTaggedFoundAndInTheirAlbum() async throws {
        let folder = try LibraryFolder()
        try folder.write("astronaut.png", PhotoSets.bytes("gallery/skimage/astronaut.png"))
        try folder.add("plain.jpg", seed: 3)
        let gallery = try folder.gallery()
        try await gallery.addFolder(folder.photos, at: 0)
        try await gallery.index(try PhotoAnalyzer(faces: finder))
        for query in ["person", "tag:person", "faces:1", "faces:1..", "people", "category:people"] {
            #expect(try await gallery.names(query) == ["astronaut"], "\(query)")
        }
        #expect(try await gallery.names("faces:0") == ["plain"])
        #expect(try await gallery.names("faces:2..").isEmpty)
        #expect(try await gallery.albums(now: 0).contains { $0.id == "people" && $0.count == 1 })
        let photo = try #require(try await gallery.search("faces:1", now: 0).hits.first?.photo.id)
        #expect(try await gallery.details(of: photo)?.faces == 1)
    }
}
