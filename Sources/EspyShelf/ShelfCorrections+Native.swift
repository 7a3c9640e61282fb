// Not in the browser: it has no `Codable`, and shelves are corrected with their titles.

import EspyBase
public import EspyPixels

/// The user's corrections to the spines of a photo. Spines are identified by their numbers.
public struct ShelfCorrections: Codable, Sendable, Equatable {
    /// Detections that are not spines.
    public var removed: [Int]
    /// These are spines, well outlined, and what was read on them is right.
    public var confirmed: [Int]
    /// Text on spines; an empty string means that there is none.
    public var texts: [Int: String]
    /// Corrected outlines of spines.
    public var moved: [Int: CornerList]
    /// Missed spines, with numbers above all others.
    public var added: [Added]

    public struct Added: Codable, Sendable, Equatable {
        public var id: Int
        public var quad: CornerList

        public init(id: Int, quad: Quad) {
            self.id = id
            self.quad = CornerList(quad)
        }
    }

    public init(
        removed: [Int] = [], confirmed: [Int] = [], texts: [Int: String] = [:], moved: [Int: Quad] = [:],
        added: [Added] = []
    ) {
        self.removed = removed
        self.confirmed = confirmed
        self.texts = texts
        self.moved = moved.mapValues(CornerList.init)
        self.added = added
    }

    /// Missing keys are empty.
    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: CodingKeys.self)
        removed = try box.decodeIfPresent([Int].self, forKey: .removed) ?? []
        confirmed = try box.decodeIfPresent([Int].self, forKey: .confirmed) ?? []
        texts = try box.decodeIfPresent([Int: String].self, forKey: .texts) ?? [:]
        moved = try box.decodeIfPresent([Int: CornerList].self, forKey: .moved) ?? [:]
        added = try box.decodeIfPresent([Added].self, forKey: .added) ?? []
    }

    public var isEmpty: Bool {
        removed.isEmpty && confirmed.isEmpty && texts.isEmpty && moved.isEmpty && added.isEmpty
    }

    /// Whether the corrections apply to this shelf.
    func fit(_ shelf: Shelf) -> Bool {
        let found = Set(shelf.spines.map(\.id))
        let new = added.map(\.id)
        let all = found.union(new)
        let last = found.max() ?? 0
        let named = [removed, confirmed, Array(texts.keys), Array(moved.keys)]
        return new.count <= 1_000 && Set(new).count == new.count && new.allSatisfy { $0 > last }
            && named.joined().allSatisfy(all.contains)
            && texts.values.allSatisfy(Self.isUsable)
            && (moved.values + added.map(\.quad)).allSatisfy { $0.lies(near: shelf) }
    }

    private static func isUsable(_ text: String) -> Bool {
        text.count <= 1_000 && !text.unicodeScalars.contains { $0.isControl }
    }
}

/// Four corners as in JSON: `[[x, y], [x, y], [x, y], [x, y]]`, clockwise from the top left.
public struct CornerList: Codable, Sendable, Equatable {
    public var quad: Quad

    public init(_ quad: Quad) { self.quad = quad }

    public init(from decoder: any Decoder) throws {
        let pairs = try [[Double]](from: decoder)
        guard pairs.count == 4, pairs.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isFinite) }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "expected four corners [x, y]"))
        }
        let corners = pairs.map { Point(x: $0[0], y: $0[1]) }
        quad = Quad(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    public func encode(to encoder: any Encoder) throws {
        try quad.corners.map { [$0.x, $0.y] }.encode(to: encoder)
    }

    /// Whether the quad has an area, and no corner is farther outside than the picture's own size.
    func lies(near shelf: Shelf) -> Bool {
        let (width, height) = (Double(shelf.width), Double(shelf.height))
        return quad.isConvex && quad.area >= 1
            && quad.corners.allSatisfy { (-width...2 * width).contains($0.x) && (-height...2 * height).contains($0.y) }
    }
}

extension Shelf {
    /// Returns the shelf with the user's corrections applied. Confirmed, moved and added spines get full confidence,
    /// and so does text that was typed in. An added spine joins the row whose books are nearest in height.
    ///
    /// - Returns: nil if the corrections do not apply: they name unknown spines, use a number twice, have corners far
    ///   outside the picture, or have text with control characters or more than 1,000 characters.
    public func corrected(by corrections: ShelfCorrections) -> Shelf? {
        guard corrections.fit(self) else { return nil }
        if corrections.isEmpty { return self }
        let confirmed = Set(corrections.confirmed)
        let removed = Set(corrections.removed)
        var result = self
        for index in result.spines.indices {
            let id = result.spines[index].id
            let moved = corrections.moved[id]?.quad
            if let moved { result.spines[index].quad = moved }
            if moved != nil || confirmed.contains(id) { result.spines[index].confidence = 1 }
            if confirmed.contains(id), let reading = result.spines[index].reading, !reading.text.isEmpty {
                result.spines[index].reading = Reading(text: reading.text, confidence: 1, book: reading.book)
                result.spines[index].reading?.readsUpward = reading.readsUpward
            }
        }
        for added in corrections.added {
            result.spines.append(
                Spine(id: added.id, quad: added.quad.quad, row: row(at: added.quad.quad.center.y), confidence: 1))
        }
        for index in result.spines.indices {
            guard let text = corrections.texts[result.spines[index].id] else { continue }
            let readsUpward = result.spines[index].reading?.readsUpward
            result.spines[index].reading = Reading(text: text, confidence: 1)
            result.spines[index].reading?.readsUpward = readsUpward
        }
        result.spines.removeAll { removed.contains($0.id) }
        result.spines.sort { ($0.row, $0.quad.center.x, $0.id) < ($1.row, $1.quad.center.x, $1.id) }
        return result
    }

    /// The bounds of all spines; nil without any.
    package var bounds: Rect? {
        spines.dropFirst().reduce(spines.first?.quad.bounds) { $0?.union($1.quad.bounds) }
    }

    /// Returns the row whose books have their centers nearest to this height; 0 without any.
    private func row(at y: Double) -> Int {
        spines.min { abs($0.quad.center.y - y) < abs($1.quad.center.y - y) }?.row ?? 0
    }
}
