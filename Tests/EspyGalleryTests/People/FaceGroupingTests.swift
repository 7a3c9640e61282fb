import Espy
import EspyStore
import Testing

/// Grouping drawn faces into people.
struct FaceGroupingTests {
    /// Correct pairs of faces in one group, all pairs in one group, and all pairs of one person.
    private struct Pairs {
        var (right, grouped, all) = (0, 0, 0)

        var precision: Double { Double(right) / Double(max(grouped, 1)) }
        var recall: Double { Double(right) / Double(max(all, 1)) }

        mutating func add(_ groups: [Int?], _ people: [Int]) {
            for (one, person) in people.enumerated() {
                for other in 0..<one {
                    let isSame = people[other] == person
                    let isGrouped = groups[one] != nil && groups[one] == groups[other]
                    right += isSame && isGrouped ? 1 : 0
                    grouped += isGrouped ? 1 : 0
                    all += isSame ? 1 : 0
                }
            }
        }
    }

    /// Adds drawn faces in several runs, and groups them after each.
    private func groups(_ drawn: DrawnFaces, runs: Int, shuffledBy seed: UInt64? = nil) async throws -> [Int?] {
        let seeded = try SeededGallery()
        let photos = Dictionary(grouping: drawn.faces.indices) { drawn.faces[$0].photo }
        var order = photos.keys.sorted()
        if let seed {
            var draw = Draw(seed)
            order.shuffle(using: &draw)
        }
        let perRun = order.count / runs + 1
        for start in stride(from: 0, to: order.count, by: perRun) {
            let run = order[start..<min(start + perRun, order.count)]
            try seeded.addPhotos(of: run.map { (photos[$0] ?? []).map { drawn.faces[$0].descriptor } })
            try await seeded.gallery.groupFaces("m")
        }
        let places = order.flatMap { photos[$0] ?? [] }
        var found = [Int?](repeating: nil, count: drawn.faces.count)
        for (place, group) in zip(places, try seeded.groups) { found[place] = group }
        return found
    }

    /// The limits were chosen on other seeds. Of the second library, most people were seen once.
    @Test(arguments: [11, 12, 13] as [UInt64], [(40, 12, 200), (20, 6, 1_500)])
    func groupsArePrecise(_ seed: UInt64, _ library: (people: Int, each: Int, strangers: Int)) async throws {
        let drawn = DrawnFaces(
            seed: seed, people: library.people, each: library.each, strangers: library.strangers)
        var pairs = Pairs()
        pairs.add(try await groups(drawn, runs: 1), drawn.faces.map(\.person))
        #expect(pairs.precision >= 0.98, "precision \(pairs.precision), recall \(pairs.recall)")
        #expect(pairs.recall >= 0.5, "precision \(pairs.precision), recall \(pairs.recall)")
    }

    @Test func orderOfArrivalChangesLittle() async throws {
        let drawn = DrawnFaces(seed: 21, people: 30, each: 12, strangers: 100)
        let once = try await groups(drawn, runs: 1)
        #expect(try await groups(drawn, runs: 1) == once)
        for seed in [1, 2] as [UInt64] {
            let others = try await groups(drawn, runs: 8, shuffledBy: seed)
            var pairs = Pairs()
            pairs.add(others, drawn.faces.map(\.person))
            #expect(pairs.precision >= 0.98, "\(pairs)")
            var (same, either) = (0, 0)
            for one in once.indices {
                for other in 0..<one {
                    let (here, there) = (
                        once[one] != nil && once[one] == once[other], others[one] != nil && others[one] == others[other]
                    )
                    same += here && there ? 1 : 0
                    either += here || there ? 1 : 0
                }
            }
            #expect(Double(same) >= 0.9 * Double(either), "\(same) of \(either) pairs")
        }
    }

    /// Vectors in a plane, by their angle in degrees.
    private func at(_ degrees: Double) -> [Float] {
        let angle = degrees / 180 * Double.pi
        return [Float(cosine(angle)), Float(cosine(angle - Double.pi / 2))] + [Float](repeating: 0, count: 126)
    }

    private func cosine(_ angle: Double) -> Double {
        var (term, sum) = (1.0, 1.0)
        for step in stride(from: 1.0, to: 40, by: 2) {
            term *= -angle * angle / (step * (step + 1))
            sum += term
        }
        return sum
    }

    @Test func chainsDoNotJoinTwoPeople() async throws {
        let seeded = try SeededGallery()
        // Each is like the next one, but the first is not like the last.
        for step in 0..<12 { try seeded.add("\(step).jpg", faces: [at(Double(step) * 20)]) }
        try await seeded.gallery.groupFaces("m")
        let groups = try seeded.groups
        #expect(groups[0] != nil)
        #expect(groups[0] != groups[11])
        #expect(Set(groups.compactMap(\.self)).count >= 3, "\(groups)")
    }

    @Test func facesInOnePhotoAreTwoPeople() async throws {
        let seeded = try SeededGallery()
        try seeded.add("twins.jpg", faces: [at(0), at(1)])
        try seeded.add("one.jpg", faces: [at(2)])
        try seeded.add("other.jpg", faces: [at(3)])
        try await seeded.gallery.groupFaces("m")
        let groups = try seeded.groups
        #expect(groups[1] != nil)
        #expect(groups[1] == groups[2])
        #expect(groups[0] != groups[1])
    }

    @Test func oneFaceIsNobody() async throws {
        let seeded = try SeededGallery()
        try seeded.add("a.jpg", faces: [at(0)])
        try seeded.add("b.jpg", faces: [at(90)])
        try await seeded.gallery.groupFaces("m")
        #expect(try seeded.groups == [nil, nil])
        #expect(try await seeded.gallery.people() == GalleryPeople(people: [], others: 2, waiting: 0))
        try seeded.add("c.jpg", faces: [at(2)])
        try await seeded.gallery.groupFaces("m")
        #expect(try await seeded.gallery.people().people.map(\.photos) == [2])
        #expect(try await seeded.gallery.people().others == 1)
    }

    @Test func otherNetworksAreNotCompared() async throws {
        let seeded = try SeededGallery()
        try seeded.add("a.jpg", faces: [at(0)])
        let other = try seeded.add("b.jpg", faces: [at(0)])
        try seeded.database.execute("UPDATE photos SET face_model = 'old' WHERE id = ?", [.integer(other)])
        try await seeded.gallery.groupFaces("m")
        #expect(try seeded.groups == [nil, nil])
    }
}
