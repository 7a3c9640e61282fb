import Espy
import EspyStore

/// A gallery of invented photos: what is said of them is spread as in real libraries, with few things often and most
/// of them rarely.
struct Filling {
    let path: String

    private static let folders = [
        "holiday", "italy", "family", "work", "garden", "hiking", "birthday", "wedding", "paris", "berlin", "summer",
        "christmas", "school", "concert", "museum", "skiing",
    ]
    private static let cameras = ["Canon EOS 80D", "Pixel 6", "iPhone 12", "NIKON D750", "SM-G991B", "ILCE-7M3"]
    /// Numbers of an embedding.
    static let length = 256
    /// Numbers of what a photo means, as CLIP ViT-B/32 has them.
    static let meaningLength = 512

    func run(count: Int) throws {
        let database = try Database(
            path: path, identity: GallerySchema.identity, migrations: GallerySchema.migrations)
        var random = Random(seed: 1)
        let tags = try names(database)
        let centers = (0..<tags).map { _ in random.vector(Self.length) }
        for start in stride(from: 0, to: count, by: 2_000) {
            try database.transaction { () throws(StoreError) in
                for number in start..<min(count, start + 2_000) {
                    try photo(number + 1, &random, centers, database)
                }
            }
        }
        try database.compact()
    }

    private func names(_ database: Database) throws -> Int {
        try database.execute("INSERT INTO folders (id, path, added) VALUES (1, '/photos', 0)")
        for (index, name) in Words.tags.enumerated() {
            try database.execute(
                "INSERT INTO tags (id, name, category) VALUES (?, ?, ?)",
                [.integer(index + 1), .text(name), .text(index % 4 == 0 ? "animals" : "objects")])
        }
        return Words.tags.count
    }

    private func photo(
        _ id: Int, _ random: inout Random, _ centers: [[Float]], _ database: Database
    ) throws(StoreError) {
        let isPlaced = random.below(3) == 0
        let taken = 1_262_300_000 + random.below(500_000_000)
        try database.execute(
            """
            INSERT INTO photos (id, digest, bytes, format, width, height, taken, taken_source, latitude, longitude,
                camera, file_rating, title, kind, sharpness, brightness, fingerprint, placeholder, analysis)
            VALUES (?, randomblob(32), 3000000, 'jpeg', 4000, 3000, ?, 'exif', ?, ?, ?, ?, ?, ?, ?, 0.5, ?,
                randomblob(28), 'a')
            """,
            [
                .integer(id), .integer(taken), isPlaced ? .real(35 + Double(random.rare(40)) / 2) : .null,
                isPlaced ? .real(Double(random.rare(60)) / 2) : .null,
                .text(Self.cameras[random.rare(Self.cameras.count)]),
                random.below(10) == 0 ? .integer(1 + random.below(5)) : .null,
                random.below(5) == 0
                    ? .text("\(Words.name(random.rare(5_000))) \(Words.name(random.below(5_000)))") : .null,
                .text(random.below(30) == 0 ? "screenshot" : "photo"), .real(Double(40 + random.below(2_000))),
                .integer(Int(truncatingIfNeeded: random.next() & ~1)),
            ])
        let folder = "\(2010 + random.below(16))/\(Self.folders[random.rare(Self.folders.count)])"
        try database.execute(
            "INSERT INTO files (folder, path, photo, size, modified) VALUES (1, ?, ?, 3000000, 0)",
            [.text("/photos/\(folder)/IMG_\(100_000 + id).jpg"), .integer(id)])
        try looks(id, &random, centers, database)
        try GalleryText.write(photo: id, to: database)
    }

    private func looks(
        _ id: Int, _ random: inout Random, _ centers: [[Float]], _ database: Database
    ) throws(StoreError) {
        let main = random.rare(centers.count)
        for tag in Set([main, random.rare(centers.count), random.rare(centers.count), random.below(centers.count)]) {
            try database.execute(
                "INSERT INTO photo_tags VALUES (?, ?, ?, 'espy-tagger 1')",
                [.integer(id), .integer(tag + 1), .real(0.5 + Double(random.below(500)) / 1_000)])
        }
        for color in Set((0..<3).map { _ in random.below(ColorName.allCases.count) }) {
            try database.execute(
                "INSERT INTO photo_colors VALUES (?, ?, ?)",
                [
                    .integer(id), .text(ColorName.allCases[color].rawValue),
                    .real(0.05 + Double(random.below(400)) / 1_000),
                ])
        }
        var vector = random.vector(Self.length)
        for index in vector.indices { vector[index] = 0.6 * vector[index] + 0.8 * centers[main][index] }
        let size = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let bytes = vector.flatMap { value in
            (0..<4).map { UInt8(truncatingIfNeeded: (value / size).bitPattern >> UInt32(8 * $0)) }
        }
        try database.execute("INSERT INTO embeddings VALUES (?, 'm', ?)", [.integer(id), .bytes(bytes)])
        try meaning(id, main, &random, database)
    }

    /// Nearer to the text that names its main tag than to what is said of any photo, which is nearer than chance.
    private func meaning(
        _ id: Int, _ main: Int, _ random: inout Random, _ database: Database
    ) throws(StoreError) {
        let (own, text) = (random.vector(Self.meaningLength), InventedTexts.center(of: main))
        let vector = zip(own, text).map { 0.95 * $0 + 0.3 * $1 }
        let size = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let meaning = PhotoMeaning(vector: vector.map { $0 / size }, background: 0.2)
        try database.execute(
            "INSERT INTO meanings VALUES (?, 'm', ?, ?)",
            [.integer(id), .bytes(meaning.bytes), .real(Double(meaning.background))])
    }
}

/// The same numbers in every run.
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &+ 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func below(_ limit: Int) -> Int { Int(next() >> 33) % limit }

    /// The smaller the number, the more often.
    mutating func rare(_ limit: Int) -> Int { min(below(limit), below(limit), below(limit)) }

    /// Of length 1, in any direction.
    mutating func vector(_ length: Int) -> [Float] {
        let values = (0..<length).map { _ in
            (0..<4).reduce(Float(0)) { sum, _ in sum + Float(below(2_001) - 1_000) / 1_000 }
        }
        let size = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return values.map { $0 / max(size, 1e-6) }
    }
}

/// What photos are called.
enum Words {
    static let tags = [
        "dog", "person", "sky", "tree", "building", "beach", "sea", "cat", "car", "mountain", "food", "flower",
        "sunset",
        "snow", "street", "house", "bird", "book", "computer", "lake", "forest", "boat", "bicycle", "night", "horse",
        "airplane", "train", "bus", "truck", "motorcycle", "fruit", "vegetable", "pizza", "ice cream", "bottle", "cup",
        "chair", "lamp", "watch", "umbrella", "shoe", "clothing", "ball", "toy", "game", "coin", "phone", "bear",
        "monkey", "elephant", "cow", "sheep", "rabbit", "fish", "insect", "butterfly", "spider", "reptile", "big cat",
        "sea animal", "kitchen", "bathroom", "bedroom", "living room", "dining room", "office", "library", "theater",
        "bridge", "road", "field", "garden", "desert", "waterfall", "rain", "cloudy", "sports field",
        "musical instrument", "packaged food", "electronics",
    ]

    private static let syllables = ["ba", "ko", "mi", "ta", "ne", "ru", "so", "la", "fi", "du", "ge", "po"]

    /// A word for each number up to 20,000.
    static func name(_ number: Int) -> String {
        let count = syllables.count
        return syllables[number % count] + syllables[number / count % count] + syllables[number / count / count % count]
            + syllables[number / count / count / count % count]
    }
}
