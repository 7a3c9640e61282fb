import Espy
import EspyStore
import Foundation
import Testing

struct ThumbnailPackTests {
    private let library: LibraryFolder
    private let gallery: Gallery

    init() async throws {
        library = try LibraryFolder()
        gallery = try library.gallery()
        try await gallery.addFolder(library.photos, at: 0)
    }

    private var pack: String { library.file + "-thumbnails" }

    private func size(_ path: String) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int) ?? -1
    }

    @Test func smallPicturesAreSmall() async throws {
        try library.add("large.jpg", seed: 3, side: 600)
        try library.add("tiny.jpg", seed: 4, side: 20)
        try await gallery.index(options: IndexingOptions(thumbnailSide: 128))
        for (name, side) in [("large.jpg", 128), ("tiny.jpg", 20)] {
            let photo = try #require(try await gallery.photo(library.path(name)))
            let bytes = try #require(try await gallery.thumbnail(of: photo))
            let small = try ImageDecoder().decode(bytes)
            #expect(small.width == side)
            #expect(small.height == side)
            let large = try ImageDecoder().decode(
                LibraryFolder.jpeg(seed: name == "tiny.jpg" ? 4 : 3, side: name == "tiny.jpg" ? 20 : 600))
            #expect(Self.distance(large.resized(width: side, height: side), small) < 8)
            let details = try #require(try await gallery.details(of: photo))
            #expect(details.photo.placeholder.count == Placeholder.length)
        }
        #expect(try await gallery.thumbnail(of: 99) == nil)
    }

    static func distance(_ first: RGBImage, _ second: RGBImage) -> Double {
        zip(first.pixels, second.pixels).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) }
            / Double(max(first.pixels.count, 1))
    }

    /// Data that a killed process left after the last known picture is overwritten.
    @Test func leftOversAreCutOff() async throws {
        try library.add("a.jpg", seed: 1)
        try await gallery.index()
        let whole = size(pack)
        let handle = try #require(FileHandle(forWritingAtPath: pack))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(repeating: 7, count: 5_000))
        try handle.close()
        try library.add("b.jpg", seed: 2)
        try await gallery.index()
        let photos = try await gallery.filesWithPhotos().map(\.photo)
        let lengths = try await photos.asyncMap { try await gallery.thumbnail(of: $0)?.count ?? 0 }
        #expect(lengths.allSatisfy { $0 > 0 })
        #expect(lengths.reduce(0, +) == size(pack))
        #expect(size(pack) > whole)
    }

    /// Another program replaced the known file with a different one.
    @Test func anotherFileIsNotTakenForPictures() async throws {
        try library.add("a.jpg", seed: 1)
        try await gallery.index()
        let photo = try #require(try await gallery.photo(library.path("a.jpg")))
        try Data(repeating: 0x41, count: size(pack)).write(to: URL(fileURLWithPath: pack))
        #expect(try await library.gallery().thumbnail(of: photo) == nil)
    }

    @Test func gapsAreTakenOut() async throws {
        // Noise makes thumbnails large.
        var random = SystemRandomNumberGenerator()
        for number in 0..<60 {
            let pixels = (0..<256 * 256 * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
            try library.write(
                "\(number).jpg", ImageEncoder.jpeg(RGBImage(width: 256, height: 256, pixels: pixels), quality: 60))
        }
        try await gallery.index(options: IndexingOptions(thumbnailQuality: 90))
        let full = size(pack)
        #expect(full > 2 << 20)
        let reader = try library.gallery()
        let kept = try #require(try await gallery.photo(library.path("50.jpg")))
        let before = try #require(try await reader.thumbnail(of: kept))
        for number in 0..<40 { try library.remove("\(number).jpg") }
        #expect(try await gallery.index().removed == 40)
        #expect(size(pack) == -1)
        let compact = size(pack + ".1")
        #expect(compact > 0)
        #expect(compact < full / 2)
        // A reader that had the old file open checks again.
        #expect(try await reader.thumbnail(of: kept) == before)
        try library.add("more.jpg", seed: 7)
        try await gallery.index()
        #expect(try await reader.thumbnail(of: kept) == before)
        #expect(size(pack + ".1") > compact)
    }
}

extension Array {
    func asyncMap<Value>(_ change: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await change(element)) }
        return values
    }
}
