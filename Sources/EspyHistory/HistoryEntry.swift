import EspyBase
public import EspyCount
public import EspyRack
public import EspyShelf

/// One line of the history: what was found in one photo, without the whole result.
public struct HistoryEntry: Encodable, Sendable, Equatable, Identifiable {
    /// Which verb made it.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        case count
        case rack
        case shelf
    }

    /// A random UUID in lower case (RFC 9562, version 4).
    public var id: String
    public var kind: Kind
    /// When it was made, in seconds since 1970.
    public var time: Int
    /// Name of the photo.
    public var title: String
    /// What the user has to say about it.
    public var note: String?
    /// Things counted, vials read, or spines outlined; with corrections.
    public var count: Int
    /// The honest range of a count; nil for others.
    public var range: Count.Range?
    /// Size of the box of a rack; nil for others.
    public var rows: Int?
    public var cols: Int?
    /// What was asked for; nil where a later version asked for something that this one does not know.
    public var parameters: HistoryParameters?
    /// Kept until the user deletes it, and not among the ``History/limit`` that are kept otherwise.
    public var isFavorite: Bool
    /// Whether ``count`` is what the user made of it.
    public var isCorrected: Bool
    /// Who has checked the result as it stands; nil when nobody has, or when it was changed since.
    public var confirmation: Confirmation?
    /// Where a shelf stands, where a person has said so; nil for others.
    public var place: ShelfPlace?
    /// Place in the history: later entries have higher ones. Pages of a list begin before one.
    public var position: Int

    /// That a person has checked a result.
    public struct Confirmation: Codable, Sendable, Equatable {
        /// The name as it was typed.
        public var by: String
        /// Seconds since 1970.
        public var time: Int

        public init(by: String, time: Int) {
            self.by = by
            self.time = time
        }

        /// UTF-8 bytes of a name, at most.
        public static let longestName = 80

        /// Whether it can be the name of a person: of one line, with something in it.
        public static func isName(_ text: String) -> Bool {
            text.utf8.count <= longestName && text.contains { !$0.isWhitespace }
                && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && !$0.isLineEnd }
        }
    }

    public init(
        id: String, kind: Kind, time: Int, title: String, note: String? = nil, count: Int, range: Count.Range? = nil,
        rows: Int? = nil, cols: Int? = nil, parameters: HistoryParameters? = nil, isFavorite: Bool = false,
        isCorrected: Bool = false, confirmation: Confirmation? = nil, place: ShelfPlace? = nil, position: Int
    ) {
        self.id = id
        self.kind = kind
        self.time = time
        self.title = title
        self.note = note
        self.count = count
        self.range = range
        self.rows = rows
        self.cols = cols
        self.parameters = parameters
        self.isFavorite = isFavorite
        self.isCorrected = isCorrected
        self.confirmation = confirmation
        self.place = place
        self.position = position
    }
}

extension Unicode.Scalar {
    fileprivate var isLineEnd: Bool { [.lineSeparator, .paragraphSeparator].contains(properties.generalCategory) }
}

/// The options that a result was made with.
public enum HistoryParameters: Sendable, Equatable {
    case count(CountOptions)
    case rack(RackOptions)
    case shelf(ShelfOptions)
}

extension HistoryParameters: Encodable {
    /// As the options themselves.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .count(let options): try options.encode(to: encoder)
        case .rack(let options): try options.encode(to: encoder)
        case .shelf(let options): try options.encode(to: encoder)
        }
    }
}

/// One entry of the history with all that is kept of it.
public struct HistoryRecord: Sendable, Equatable {
    public var entry: HistoryEntry
    /// As it was found.
    public var result: HistoryResult
    /// What the user changed about it.
    public var corrections: HistoryCorrections?
    /// Who changed what, in the order in which it happened.
    public var audit: [AuditEvent]
    /// ``HistoryThumbnail/side`` pixels wide and high, as JPEG.
    public var thumbnail: [UInt8]

    public init(
        entry: HistoryEntry, result: HistoryResult, corrections: HistoryCorrections? = nil, audit: [AuditEvent] = [],
        thumbnail: [UInt8]
    ) {
        self.entry = entry
        self.result = result
        self.corrections = corrections
        self.audit = audit
        self.thumbnail = thumbnail
    }
}

/// The result that an entry stands for.
public enum HistoryResult: Sendable, Equatable {
    case count(Count)
    case rack(Rack)
    case shelf(Shelf)
}

extension HistoryResult: Encodable {
    /// As the result itself.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .count(let count): try count.encode(to: encoder)
        case .rack(let rack): try rack.encode(to: encoder)
        case .shelf(let shelf): try shelf.encode(to: encoder)
        }
    }
}
