import Espy
import EspyCodecs
import EspyInference
import EspyTestSupport
import Foundation
import Testing

/// The networks of this checkout, where `Scripts/setup-faces` puts them.
private enum FaceNetworks {
    private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
    private static let runtime = InferenceRuntime(folders: [root.appendingPathComponent(".build/openvino").path])
    private static let models = root.appendingPathComponent("models").path
    static let isThere =
        runtime.path != nil && PhotoSets.has("gallery/skimage")
        && ["mediapipe-faces.tflite", "dlib-faces.onnx"].allSatisfy {
            FileManager.default.fileExists(atPath: "\(models)/\($0)")
        }

    static let loader = Result {
        ModelLoader(library: try ModelLibrary(folders: [models]), use: .singles(callers: 1), runtime: runtime)
    }
}

/// Faces on photos of ../shared, checked by eye.
@Suite(.enabled(if: FaceNetworks.isThere, "photos or networks are not there: run Scripts/setup-faces"))
struct FacePhotoTests {
    private let analyzer: PhotoAnalyzer

    init() throws {
        let loader = try FaceNetworks.loader.get()
        analyzer = try PhotoAnalyzer(
            faces: FaceDetector(loader.loadOpen("mediapipe-faces", task: .faceDetector)),
            people: FaceDescriber(loader.loadOpen("dlib-faces", task: .faceDescriber)))
    }

    /// Faces in pixels of the whole photo, although detection uses a smaller one.
    private func described(_ path: String) throws -> PhotoDescription {
        try PhotoDescription(PhotoSets.bytes("gallery/\(path)"), by: analyzer)
    }

    /// Path, and the center of the face as fractions of the width.
    @Test(arguments: [
        ("skimage/astronaut.png", 0.43, 0.22), ("immich/albums_text_craft-beer.jpg", 0.50, 0.20),
        ("immich/metadata_faces_portrait.jpg", 0.38, 0.26),
        ("immich/metadata_faces_portrait-orientation-6.jpg", 0.38, 0.26),
    ])
    func facesAreFoundWhereTheyAre(path: String, x: Double, y: Double) throws {
        let photo = try described(path)
        let faces = photo.analysis.faces ?? []
        let face = try #require(faces.first)
        let middle = (Double(face.x) + Double(face.width) / 2, Double(face.y) + Double(face.height) / 2)
        #expect(faces.count == 1, "\(faces.map { ($0.x, $0.y, $0.width) })")
        #expect(abs(middle.0 / Double(photo.width) - x) < 0.05)
        #expect(abs(middle.1 / Double(photo.width) - y) < 0.05)
        #expect(face.descriptor.count == 128)
    }

    /// At most one in a hundred photos of things may show a face that is not there.
    @Test func thingsHaveNoFaces() throws {
        let names = try ["grocery", "photoprism"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                atPath: PhotoSets.folder.appendingPathComponent("gallery/\(folder)").path
            ).filter { $0.hasSuffix(".jpg") && !$0.hasPrefix("clowns") }.map { "\(folder)/\($0)" }
        }
        let wrong = try names.filter { try described($0).analysis.faces?.isEmpty == false }
        #expect(names.count > 100)
        #expect(wrong.count * 100 <= names.count, "\(wrong)")
    }

    /// Stars, a fish and a shirt look like faces to the detector alone, and the tagger sees no person there.
    @Test func withTheTaggerPatternsAndAnimalsHaveNoFaces() async throws {
        let loader = try FaceNetworks.loader.get()
        let tagger = try await loader.load("espy-tagger", task: .tagger)
        let both = try PhotoAnalyzer(
            tagger: (tagger, try #require(loader.library.labelsPath(of: tagger.entry))),
            faces: FaceDetector(loader.loadOpen("mediapipe-faces", task: .faceDetector)))
        func faces(_ path: String) throws -> (found: Int?, alone: Int?, isTagged: Bool) {
            let bytes = try PhotoSets.bytes("gallery/\(path)")
            let analysis = try PhotoDescription(bytes, by: both).analysis
            let image = try ImageDecoder().decodePhoto(bytes).image
            return (
                analysis.faces?.count, try both.faces(in: image)?.count,
                analysis.tags.contains { $0.name == "person" }
            )
        }
        #expect(try faces("skimage/hubble_deep_field.jpg") == (0, 0, false))
        #expect(try faces("photoprism/fish_anthias_magenta.jpg") == (0, 0, false))
        #expect(try faces("skimage/astronaut.png") == (1, 1, true))
        #expect(try faces("immich/albums_text_craft-beer.jpg") == (1, 1, true))
    }

    @Test func samePersonIsSimilarAndOthersAreNot() throws {
        func descriptor(_ path: String) throws -> [Float] {
            try #require(try described(path).analysis.faces?.first).descriptor
        }
        let curie = try descriptor("immich/metadata_faces_portrait.jpg")
        let turned = try descriptor("immich/metadata_faces_portrait-orientation-6.jpg")
        let others = try [descriptor("skimage/astronaut.png"), descriptor("immich/albums_text_craft-beer.jpg")]
        func likeness(_ first: [Float], _ second: [Float]) -> Float {
            zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
        }
        #expect(likeness(curie, turned) > 0.9)
        for other in others { #expect(likeness(curie, other) < 0.6) }
        #expect(likeness(others[0], others[1]) < 0.6)
    }

    /// A face that the file names is the one that is found.
    @Test(arguments: ["metadata_faces_portrait", "metadata_faces_portrait-orientation-6"])
    func namedRegionsAreWhereFacesAre(name: String) throws {
        let photo = try described("immich/\(name).jpg")
        let region = try #require(photo.metadata.faces?.first { $0.name == "Marie Curie" })
        let face = try #require(photo.analysis.faces?.first)
        let (x, y) = (region.x + region.width / 2, region.y + region.height / 2)
        #expect(face.x < Int(x * Double(photo.width)))
        #expect(Int(x * Double(photo.width)) < face.x + face.width)
        #expect(face.y < Int(y * Double(photo.height)))
        #expect(Int(y * Double(photo.height)) < face.y + face.height)
    }

    @Test func peopleAreTaggedFoundAndInTheirAlbum() async throws {
        let folder = try LibraryFolder()
        try folder.write("astronaut.png", PhotoSets.bytes("gallery/skimage/astronaut.png"))
        try folder.add("plain.jpg", seed: 3)
        let gallery = try folder.gallery()
        try await gallery.addFolder(folder.photos, at: 0)
        try await gallery.index(analyzer)
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
