import Espy
import Testing

struct DuplicateTests {
    private static let hash: UInt64 = 0x5a31_9c02_77e4_d10e

    @Test func versionsOfAShotAreFound() async throws {
        let seeded = try SeededGallery()
        try seeded.add("small.jpg") {
            $0.fingerprint = Self.hash ^ 0b1010_0100
            $0.size = (200, 150)
        }
        try seeded.add("large.jpg") { $0.fingerprint = Self.hash }
        try seeded.add("turned.jpg") {
            $0.fingerprint = PerceptualHash.orientations(of: Self.hash)[5]
            $0.size = (300, 400)
        }
        // Ten bits away, with other proportions, with other colors.
        try seeded.add("far.jpg") { $0.fingerprint = Self.hash ^ 0x3FF0_0000_0000 }
        try seeded.add("wide.jpg") {
            $0.fingerprint = Self.hash
            $0.size = (900, 300)
        }
        let groups = try await seeded.gallery.duplicates()
        #expect(groups.map(\.kind) == [.sameShot])
        #expect(groups.first?.photos.map(\.id) == [2, 3, 1])
        #expect(groups.first?.files.count == 3)
        #expect(try await seeded.gallery.names("is:duplicate").sorted() == ["large", "small", "turned"])
    }

    @Test func equalFilesAreOnePhoto() async throws {
        let seeded = try SeededGallery()
        try seeded.add("a.jpg") { $0.copies = ["b/a.jpg", "c.jpg"] }
        try seeded.add("d.jpg")
        let groups = try await seeded.gallery.duplicates()
        #expect(groups.map(\.kind) == [.exact])
        #expect(groups.first?.files.map { $0.split(separator: "/").last } == ["a.jpg", "a.jpg", "c.jpg"])
        #expect(try await seeded.gallery.names("is:duplicate") == ["a"])
    }

    @Test func shotsOfABurstAreSimilarAndNeverTheSame() async throws {
        let seeded = try SeededGallery()
        for number in 0..<3 {
            try seeded.add("burst\(number).jpg") {
                $0.fingerprint = Self.hash ^ (number == 2 ? 0x3FFC : 0)
                $0.taken += 2 * number
                $0.camera = "Pixel"
            }
        }
        try seeded.add("copy.jpg") {
            $0.fingerprint = Self.hash
            $0.takenSource = "file"
            $0.taken = 5
            $0.colors = [.red: 0.9]
        }
        try seeded.add("other.jpg") {
            $0.fingerprint = ~Self.hash
            $0.camera = "Pixel"
        }
        let groups = try await seeded.gallery.duplicates()
        #expect(groups.map(\.kind) == [.sameShot, .similar])
        #expect(groups.first?.photos.count == 2)
        #expect(groups.last?.photos.count == 4)
    }

    @Test func colorsTellPicturesApart() async throws {
        let seeded = try SeededGallery()
        for color in [ColorName.red, .blue] {
            try seeded.add("\(color).jpg") {
                $0.fingerprint = Self.hash
                $0.colors = [color: 0.8]
            }
        }
        #expect(try await seeded.gallery.duplicates().isEmpty)
    }

    /// Finds exactly the pairs that comparing all with all finds.
    @Test func noPairIsMissed() {
        var state: UInt64 = 42
        func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
        var hashes = (0..<400).map { _ in next() & ~1 }
        for index in 0..<400 {
            var near = PerceptualHash.orientations(of: hashes[index])[index % 8]
            for _ in 0..<(index % 14) { near ^= 1 << ((next() >> 20) % 64) }
            hashes.append(near & ~1)
        }
        var expected = Set<[Int]>()
        for one in hashes.indices {
            for other in hashes.indices
            where other > one && PerceptualHash.leastDistance(hashes[one], hashes[other]) <= 9 {
                expected.insert([one, other])
            }
        }
        var found = Set<[Int]>()
        HashPairs(hashes).visit(wants: { _, _ in true }, pair: { found.insert([$0.first, $0.second]) })
        #expect(expected.count > 250)
        #expect(found == expected)
    }
}
