import EspyStore

/// What the pixels of a photo say of it.
public struct PhotoAnalysis: Sendable, Equatable {
    /// Surest first.
    public var tags: [PhotoTag]
    /// What it may show beside its tags, likeliest first; at most ``LikelyThing/most``.
    public var likely: [LikelyThing]
    /// Those that cover much of it, largest first.
    public var colors: [ColorShare]
    public var kind: Kind
    /// How much fine detail there is: variance of the Laplacian at a fixed size; under 100 looks blurred.
    public var sharpness: Double
    /// Mean lightness, from 0 to 1.
    public var brightness: Double
    /// A perceptual hash: pictures that look the same differ in few bits.
    public var fingerprint: UInt64
    /// Of length 1: pictures of similar things are near each other. Empty without a model.
    public var embedding: [Float]
    /// The same in a space that texts are in, too; nil without models for both.
    public var meaning: PhotoMeaning?
    /// What is printed on it, line by line; empty where nothing was read. At most ``longestText`` characters.
    public var text: String

    /// What its bar codes and QR codes say; at most ``PhotoCode/most``.
    public var codes: [PhotoCode]
    /// Faces that look at the camera, largest first; nil where nobody looked for them. After
    /// `PhotoAnalyzer.analyze` in pixels of that picture, later in those of the photo.
    public var faces: [PhotoFace]?
    /// Whether it may turn out to be a document when it is read.
    var mayBeDocument = false
    /// Whether there is text on it although it is no page: a sign, a package.
    var mayHaveText = false

    /// Longer texts are cut off.
    public static let longestText = 4_000

    public init(
        tags: [PhotoTag], colors: [ColorShare], kind: Kind, sharpness: Double, brightness: Double,
        fingerprint: UInt64, embedding: [Float], text: String = "",
        codes: [PhotoCode] = [], faces: [PhotoFace]? = nil, meaning: PhotoMeaning? = nil, likely: [LikelyThing] = []
    ) {
        (self.tags, self.colors, self.kind, self.sharpness) = (tags, colors, kind, sharpness)
        (self.brightness, self.fingerprint, self.embedding) = (brightness, fingerprint, embedding)
        (self.text, self.codes, self.faces) = (text, codes, faces)
        (self.meaning, self.likely) = (meaning, Array(likely.prefix(LikelyThing.most)))
    }

    /// Takes places from the picture that was analyzed to the whole photo, each by its width.
    mutating func scale(from width: Int, to full: Int) {
        let factor = Double(full) / Double(max(width, 1))
        faces = faces?.map { $0.scaled(by: factor) }
    }

    /// What sort of picture it is.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case photo, screenshot, panorama, document
    }
}

/// Where a face is on a photo.
public struct PhotoFace: Sendable, Equatable, Hashable, Codable {
    /// Pixels of the upright photo, origin top left.
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The same on the photo in another size.
    func scaled(by factor: Double) -> PhotoFace {
        func size(_ length: Int) -> Int { Int((Double(length) * factor).rounded()) }
        return PhotoFace(x: size(x), y: size(y), width: size(width), height: size(height))
    }
}

/// A code that is printed on something, and what it says.
public struct PhotoCode: Sendable, Equatable, Hashable, Codable {
    public let symbology: Symbology
    /// Text that anybody may have written, and nothing to be followed unasked: at most ``longest`` characters.
    public let value: String

    public enum Symbology: String, Sendable, Codable, CaseIterable {
        case qr, code128, ean13, upcA

        /// What such a code is called among the tags.
        var tag: String { self == .qr ? "qr code" : "barcode" }
    }

    /// Longer values are cut off.
    public static let longest = 500
    /// The most codes of a photo.
    public static let most = 16

    /// Nil where nothing of the value can be shown.
    public init?(symbology: Symbology, value: String) {
        // Marks that turn the direction of writing make one address look like another.
        let shown = value.unicodeScalars.prefix(2 * Self.longest).filter { scalar in
            scalar == "\n" || ![.control, .format, .unassigned, .surrogate].contains(scalar.properties.generalCategory)
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: shown)
        text = String(text.prefix(Self.longest))
        guard !text.allSatisfy(\.isWhitespace) else { return nil }
        (self.symbology, self.value) = (symbology, text)
    }
}

extension PhotoCode {
    /// Those that the gallery has of a photo, as they were found.
    static func read(_ photo: Int, from database: Database) throws -> [PhotoCode] {
        try database.rows(
            "SELECT symbology, value FROM photo_codes WHERE photo = ? ORDER BY place", [.integer(photo)]
        ) { row -> PhotoCode? in
            guard let symbology = PhotoCode.Symbology(rawValue: try row.text(0)) else { return nil }
            return PhotoCode(symbology: symbology, value: try row.text(1))
        }.compactMap { $0 }
    }
}
