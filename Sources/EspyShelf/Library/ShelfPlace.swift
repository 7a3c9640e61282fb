import Foundation

/// Where a shelf stands, from the room down: `Study / Case 2 / Shelf 3`. Two are the same whatever letters are capitals.
public struct ShelfPlace: Sendable {
    /// From the largest to the smallest, each with something in it.
    public let parts: [String]
    /// What it is compared by: places are compared for every book.
    private let key: [String]

    /// Of one place.
    public static let mostParts = 8
    /// UTF-8 bytes of a place.
    public static let longest = 200

    /// - Parameter text: parts with slashes between them. Nil where there are none, too many, or characters for control.
    public init?(_ text: String) {
        let parts = text.split(separator: "/").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }
        guard text.utf8.count <= Self.longest, (1...Self.mostParts).contains(parts.count),
            parts.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } })
        else { return nil }
        self.parts = parts
        key = parts.map { $0.lowercased() }
    }

    public var text: String { parts.joined(separator: " / ") }

    /// Whether another place is this one, or in it: a shelf is in its room.
    public func holds(_ other: ShelfPlace) -> Bool { other.key.starts(with: key) }
}

extension ShelfPlace: Hashable {
    public static func == (one: ShelfPlace, other: ShelfPlace) -> Bool { one.key == other.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension ShelfPlace: Comparable {
    /// As people count: shelf 2 before shelf 10.
    public static func < (one: ShelfPlace, other: ShelfPlace) -> Bool {
        for (a, b) in zip(one.key, other.key) where a != b {
            return a.compare(b, options: .numeric) == .orderedAscending
        }
        return one.parts.count < other.parts.count
    }
}

extension ShelfPlace: Codable {
    public init(from decoder: any Decoder) throws {
        let box = try decoder.singleValueContainer()
        guard let place = ShelfPlace(try box.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: box, debugDescription: "this is no place")
        }
        self = place
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.singleValueContainer()
        try box.encode(text)
    }
}
