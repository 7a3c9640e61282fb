import Espy
import EspySystem
import Foundation
import Testing

/// A gallery whose file is damaged is restored with all user data.
struct RecoveryTests {
    private static let count = 40

    /// Ways to damage a file.
    enum Damage: CaseIterable {
        case header, middle, cut, emptied, gone, foreign

        func strike(_ path: String) throws {
            let url = URL(fileURLWithPath: path)
            var data = try Data(contentsOf: url)
            switch self {
            case .header: data.replaceSubrange(0..<100, with: Data(count: 100))
            case .middle:
                data.replaceSubrange(4096..<data.count - 4096, with: Data(repeating: 0x5A, count: data.count - 8192))
            case .cut: data = data.prefix(data.count / 2)
            case .emptied: data = Data()
            case .gone: return try FileManager.default.removeItem(at: url)
            case .foreign: data = Data("not a database at all".utf8)
            }
            try data.write(to: url)
        }
    }

    /// Creates and closes a gallery whose photos have plenty of user data.
    private static func filled(_ library: LibraryFolder) async throws {
        let gallery = try library.gallery()
        for seed in 1...count { try library.add("\(seed).jpg", seed: seed) }
        try await gallery.addFolder(library.photos, at: 0)
        try await gallery.index()
        for seed in 1...count {
            let photo = try #require(try await gallery.photo(library.path("\(seed).jpg")))
            try await gallery.rate([photo], seed % 6, now: seed)
            try await gallery.correct(photo, tag: "own \(seed % 7)", isRight: seed % 3 > 0, now: seed)
            let file = library.path("\(seed).jpg")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            let arrival = GalleryArrival(by: seed.isMultiple(of: 2) ? "Phone \(seed)" : nil, time: seed)
            try await gallery.note(arrival, of: SHA256.bytes(of: [UInt8](bytes)), at: file, bytes: bytes.count)
        }
        try await gallery.saveAlbum("Best", query: "rating:5", now: 3)
        // The copy may follow a moment after the change.
        let copy = gallery.path + "-said"
        for _ in 0..<600 where (try? String(contentsOfFile: copy, encoding: .utf8))?.contains("Best") != true {
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Waits until the database is closed and its log is gone: a pending copy keeps it open for a moment.
    private static func waitForClosing(_ path: String) async throws {
        for _ in 0..<600 where FileManager.default.fileExists(atPath: path + "-wal") {
            try await Task.sleep(for: .milliseconds(50))
        }
        try #require(!FileManager.default.fileExists(atPath: path + "-wal"))
    }

    private static func expectAll(_ gallery: Gallery, _ library: LibraryFolder) async throws {
        try await gallery.index()
        for seed in 1...count {
            let photo = try #require(try await gallery.photo(library.path("\(seed).jpg")))
            #expect(try await gallery.details(of: photo)?.rating == seed % 6)
            let arrival = try await gallery.details(of: photo)?.arrival
            #expect(arrival?.by == (seed.isMultiple(of: 2) ? "Phone \(seed)" : nil))
            #expect(arrival?.time == seed)
            let tags = try await gallery.tags(of: photo).map(\.name)
            #expect(tags.contains("own \(seed % 7)") == (seed % 3 > 0))
        }
        #expect(try await gallery.albums(now: 0).contains { $0.name == "Best" })
        #expect(try await gallery.folders().map(\.path).count == 1)
    }

    @Test(arguments: Damage.allCases)
    func allThatWasSaidComesBack(damage: Damage) async throws {
        let library = try LibraryFolder()
        try await Self.filled(library)
        let path = library.file
        try await Self.waitForClosing(path)
        let recovery = GalleryRecovery(path: path)
        #expect(recovery.damage() == nil)
        try damage.strike(path)
        #expect(recovery.damage() != nil)
        if damage != .gone, damage != .middle { #expect(throws: GalleryError.self) { try library.gallery() } }
        let (gallery, outcome) = try await recovery.run(stamp: "now", now: 100)
        #expect(outcome.ratings == Self.count)
        #expect(outcome.corrections == Self.count)
        #expect(outcome.albums == 1)
        #expect(outcome.folders == 1)
        #expect(outcome.arrivals == Self.count)
        #expect((outcome.aside == nil) == (damage == .gone))
        if let aside = outcome.aside { #expect(FileManager.default.fileExists(atPath: aside)) }
        try await Self.expectAll(gallery, library)
        #expect(recovery.damage() == nil)
    }

    /// Without a copy, only what is still readable in the file is recovered.
    @Test func theDamagedFileIsReadAsFarAsPossible() async throws {
        let library = try LibraryFolder()
        try await Self.filled(library)
        let path = library.file
        try await Self.waitForClosing(path)
        for suffix in ["-said", "-said-1", "-said-2"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        let (gallery, outcome) = try await GalleryRecovery(path: path).run(stamp: "now", now: 100)
        #expect(outcome.ratings == Self.count)
        #expect(outcome.corrections == Self.count)
        try await Self.expectAll(gallery, library)
    }
}
