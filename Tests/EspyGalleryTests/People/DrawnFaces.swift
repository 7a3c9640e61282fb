import Espy
import EspyStore

/// Descriptors drawn as those of the network are spread: different people around 0 with a deviation of 0.2, and faces of a
/// person around 0.8. Siblings are more alike, and faces of poor quality less.
struct DrawnFaces {
    /// By face: who it is, the photo, and the descriptor.
    private(set) var faces: [(person: Int, photo: Int, descriptor: [Float])] = []
    private var random: Draw

    /// - Parameters:
    ///   - people: have `each` photos, alone or in pairs.
    ///   - strangers: are seen once.
    init(seed: UInt64, people: Int, each: Int, strangers: Int) {
        random = Draw(seed)
        var centers: [[Float]] = []
        for person in 0..<people + strangers {
            var center = random.direction()
            // Every fifth looks like the one before.
            if person % 5 == 4 { center = Self.sum(centers[person - 1], 0.6, center, 0.8) }
            centers.append(center)
        }
        var photo = 0
        for person in 0..<people + strangers {
            for place in 0..<(person < people ? each : 1) {
                photo += 1
                // Brothers and sisters are often in one photo.
                if person % 5 == 4, person < people, place % 4 == 0 {
                    faces.append((person - 1, photo, face(of: centers[person - 1])))
                }
                faces.append((person, photo, face(of: centers[person])))
            }
        }
    }

    private mutating func face(of center: [Float]) -> [Float] {
        let noise = random.direction()
        // One face in six is of poor quality.
        let share: Float = random.unit() < 1 / 6 ? 0.28 : 0.2
        return Self.sum(center, (1 - share).squareRoot(), noise, share.squareRoot())
    }

    private static func sum(_ one: [Float], _ share: Float, _ other: [Float], _ otherShare: Float) -> [Float] {
        let sum = zip(one, other).map { share * $0 + otherShare * $1 }
        let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return sum.map { $0 / length }
    }
}

/// Random numbers that are the same everywhere.
struct Draw: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func unit() -> Float { Float.random(in: 0..<1, using: &self) }

    /// A vector of length 1 in a random direction of 25 of 128 dimensions.
    mutating func direction() -> [Float] {
        let vector = (0..<25).map { _ in (0..<12).reduce(Float(-6)) { sum, _ in sum + unit() } }
        let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return vector.map { $0 / length } + [Float](repeating: 0, count: 103)
    }
}

extension SeededGallery {
    /// Adds a photo with faces, from left to right, as the network `m` describes them.
    ///
    /// - Returns: the number of the photo.
    @discardableResult
    func add(_ path: String, faces: [[Float]]) throws -> Int {
        let photo = try add(path)
        try database.transaction { () throws(StoreError) in try insert(faces, of: photo) }
        return photo
    }

    /// Adds photos that have faces and nothing else, by the faces of each.
    func addPhotos(of faces: [[[Float]]]) throws {
        try database.transaction { () throws(StoreError) in
            for faces in faces {
                try database.execute(
                    """
                    INSERT INTO photos (digest, bytes, format, width, height, taken, taken_source)
                    VALUES (randomblob(32), 1000, 'jpeg', 400, 300, 0, 'exif')
                    """)
                try insert(faces, of: database.lastRow)
            }
        }
    }

    private func insert(_ faces: [[Float]], of photo: Int) throws(StoreError) {
        try database.execute("UPDATE photos SET face_model = 'm' WHERE id = ?", [.integer(photo)])
        for (place, descriptor) in faces.enumerated() {
            let bytes = descriptor.flatMap { value in
                (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * $0)) }
            }
            try database.execute(
                "INSERT INTO faces (photo, x, y, width, height, descriptor) VALUES (?, ?, 20, 40, 40, ?)",
                [.integer(photo), .integer(10 + 60 * place), .bytes(bytes)])
        }
    }

    /// The people of faces, in the order in which they were added.
    var groups: [Int?] {
        get throws {
            try database.query("SELECT person FROM faces ORDER BY id") { (row) throws(StoreError) in
                try row.optionalInteger(0)
            }
        }
    }
}

extension Gallery {
    /// Saves faces as the indexer does.
    ///
    /// - Parameter isAllowed: whether a run of the indexer with people has begun.
    func saveFaces(_ faces: [PhotoFace], of photo: Int, isAllowed: Bool = true) throws {
        if isAllowed { try allowFaces("m") }
        try keep(faces, model: "m", of: photo)
    }
}
