import EspyStore

/// The analysis of a photo's pixels.
public struct PhotoAnalysis: Sendable, Equatable {
    /// Most confident first.
    public var tags: [PhotoTag]
    /// Things that it may show beside its tags, likeliest first; at most ``LikelyThing/most``.
    public var likely: [LikelyThing]
    /// Dominant colors, largest first.
    public var colors: [ColorShare]
    public var kind: Kind
    /// Amount of fine detail: variance of the Laplacian at a fixed size; below 100 looks blurred.
    public var sharpness: Double
    /// Mean lightness, from 0 to 1.
    public var brightness: Double
    /// A perceptual hash: similar pictures differ in few bits.
    public var fingerprint: UInt64
    /// Of length 1: similar pictures have similar embeddings. Empty without a model.
    public var embedding: [Float]
    /// An embedding in a space shared with texts; nil without models for both.
    public var meaning: PhotoMeaning?
    /// The text on it, line by line; empty where nothing was read. At most ``longestText`` characters.
    public var text: String

    /// The values of its barcodes and QR codes; at most ``PhotoCode/most``.
    public var codes: [PhotoCode]
    /// Faces, largest first; nil if they were not looked for. In pixels of the analyzed picture after
    /// `PhotoAnalyzer.analyze`, later in those of the photo.
    public var faces: [PhotoFace]?
    /// Whether reading it may show that it is a document.
    var mayBeDocument = false
    /// Whether it has text without being a page: a sign, a package.
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

    /// Scales coordinates from the analyzed picture to the whole photo, given both widths.
    mutating func scale(from width: Int, to full: Int) {
        let factor = Double(full) / Double(max(width, 1))
        faces = faces?.map { $0.scaled(by: factor) }
    }

    /// The kind of a picture.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case photo, screenshot, panorama, document
        /// Its contents are not recognized.
        case video
    }
}

/// A face in a photo.
public struct PhotoFace: Sendable, Equatable, Hashable, Codable {
    /// Its box in pixels of the upright photo, origin top left.
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int
    /// A vector of length 1, similar for faces of the same person. Empty unless people are recognized, and never written
    /// to JSON.
    public var descriptor: [Float] = []

    private enum CodingKeys: String, CodingKey {
        case x, y, width, height
    }

    public init(x: Int, y: Int, width: Int, height: Int, descriptor: [Float] = []) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
        self.descriptor = descriptor
    }

    /// The same box in the photo at another size.
    func scaled(by factor: Double) -> PhotoFace {
        func size(_ length: Int) -> Int { Int((Double(length) * factor).rounded()) }
        return PhotoFace(x: size(x), y: size(y), width: size(width), height: size(height), descriptor: descriptor)
    }
}

/// A code in a photo, and its value.
public struct PhotoCode: Sendable, Equatable, Hashable, Codable {
    public let symbology: Symbology
    /// Untrusted text, never to be opened automatically: at most ``longest`` characters.
    public let value: String

    public enum Symbology: String, Sendable, Codable, CaseIterable {
        case qr, code128, ean13, upcA

        /// The tag of photos with such a code.
        var tag: String { self == .qr ? "qr code" : "barcode" }
    }

    /// Longer values are cut off.
    public static let longest = 500
    /// Maximum number of codes in a photo.
    public static let most = 16

    /// Nil where nothing of the value is printable.
    public init?(symbology: Symbology, value: String) {
        // Bidirectional control characters can disguise one address as another.
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
    /// The stored codes of a photo, in the order found.
    static func read(_ photo: Int, from database: Database) throws -> [PhotoCode] {
        try database.rows(
            "SELECT symbology, value FROM photo_codes WHERE photo = ? ORDER BY place", [.integer(photo)]
        ) { row -> PhotoCode? in
            guard let symbology = PhotoCode.Symbology(rawValue: try row.text(0)) else { return nil }
            return PhotoCode(symbology: symbology, value: try row.text(1))
        }.compactMap { $0 }
    }
}
