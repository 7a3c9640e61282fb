import EspyStore

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
    static func read(_ photo: Int, from database: Database) throws(StoreError) -> [PhotoCode] {
        try database.query(
            "SELECT symbology, value FROM photo_codes WHERE photo = ? ORDER BY place", [.integer(photo)]
        ) { (row) throws(StoreError) -> PhotoCode? in
            guard let symbology = PhotoCode.Symbology(rawValue: try row.text(0)) else { return nil }
            return PhotoCode(symbology: symbology, value: try row.text(1))
        }.compactMap { $0 }
    }
}
