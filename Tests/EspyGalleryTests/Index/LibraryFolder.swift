import Espy
import Foundation
import Synchronization
import Testing

/// A folder with photos, and a gallery beside it, removed after the test.
final class LibraryFolder: Sendable {
    private let root: String
    /// The folder with the photos.
    var photos: String { root + "/photos" }
    /// The gallery.
    var file: String { root + "/gallery.sqlite" }

    init() throws {
        let made = NSTemporaryDirectory() + "espy-gallery-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: made + "/photos", withIntermediateDirectories: true)
        root = try #require(FolderTruth.canonical(made))
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// Returns a gallery with the folder added.
    func watchedGallery() async throws -> Gallery {
        let gallery = try gallery()
        try await gallery.addFolder(photos, at: 5)
        return gallery
    }

    func path(_ name: String) -> String { "\(photos)/\(name)" }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        let place = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: place)
    }

    /// Adds a photo whose look depends on `seed`.
    func add(_ name: String, seed: Int, side: Int = 64) throws { try write(name, Self.jpeg(seed: seed, side: side)) }

    static func jpeg(seed: Int, side: Int = 64) throws -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<side {
            for x in 0..<side {
                pixels += [UInt8((seed * 37 + x) & 255), UInt8((seed * 91 + y * 2) & 255), UInt8((seed * 13) & 255)]
            }
        }
        return try ImageEncoder.jpeg(RGBImage(width: side, height: side, pixels: pixels))
    }

    func move(_ from: String, _ to: String) throws {
        let place = URL(fileURLWithPath: path(to))
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: path(from), toPath: path(to))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    /// Sets the modification time of a file to `seconds` since 1970.
    func age(_ name: String, _ seconds: Int) throws {
        let date = Date(timeIntervalSince1970: Double(seconds))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
    }

    func gallery() throws -> Gallery { try Gallery(path: file) }
}

enum FolderTruth {
    static func canonical(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}

/// Analyzes only the middle of a photo, and counts the calls.
final class MiddleAnalyzer: Sendable {
    private let version: String
    private let fails: Bool
    private let isCancelled: Bool
    private let asked = Mutex(0)

    var count: Int { asked.withLock { $0 } }

    /// - Parameter isCancelled: whether each analysis is canceled while it runs.
    init(version: String = "1", fails: Bool = false, isCancelled: Bool = false) {
        (self.version, self.fails, self.isCancelled) = (version, fails, isCancelled)
    }

    var analyzer: PhotoAnalyzer {
        PhotoAnalyzer(version: version, embeddingModel: "middle", shortSide: 32) { (image, _) throws(GalleryError) in
            try self.analysis(of: image)
        }
    }

    private func analysis(of image: RGBImage) throws(GalleryError) -> PhotoAnalysis {
        asked.withLock { $0 += 1 }
        if fails { throw .teaching("no model") }
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        let place = (image.height / 2 * image.width + image.width / 2) * 3
        let name = "red \(image.pixels[place] / 32) v\(version)"
        return PhotoAnalysis(
            tags: [PhotoTag(name: name, category: .objects, confidence: 0.75, source: "middle")],
            colors: [ColorShare(name: .red, share: 0.5)], kind: .photo, sharpness: 1, brightness: 0.5,
            fingerprint: 0xF00D_0000_0000_0000 | UInt64(image.pixels[place]), embedding: [1, 0])
    }
}

extension Gallery {
    /// Indexes the added folders.
    @discardableResult
    func index(
        _ middle: MiddleAnalyzer = MiddleAnalyzer(), options: IndexingOptions = IndexingOptions(batch: 2),
        pacing: (any Pacing)? = nil, only: [String]? = nil,
        report: @escaping @Sendable (IndexingProgress) -> Void = { _ in }
    ) async throws -> IndexingSummary {
        try await index(middle.analyzer, options: options, pacing: pacing, only: only, report: report)
    }

    @discardableResult
    func index(
        _ analyzer: PhotoAnalyzer?, options: IndexingOptions = IndexingOptions(batch: 2),
        pacing: (any Pacing)? = nil, only: [String]? = nil,
        report: @escaping @Sendable (IndexingProgress) -> Void = { _ in }
    ) async throws -> IndexingSummary {
        let start = ContinuousClock.now
        return try await GalleryIndexer(
            gallery: self, analyzer: analyzer, options: options, pacing: pacing,
            clock: { (ContinuousClock.now - start) / .seconds(1) }, words: { "\($0)" }
        ).run(only: only, report: report)
    }

    /// Returns the number of the photo in a file.
    func photo(_ path: String) throws -> Int? { try filesWithPhotos().first { $0.path == path }?.photo }

    var names: [String] {
        get throws { try filesWithPhotos().map { URL(fileURLWithPath: $0.path).lastPathComponent } }
    }
}
