public import EspyPixels
import EspyShelf

/// The true positions of the spines in one photo, marked by hand.
///
/// Either intervals along rows of pixels, as in `Benchmarks/shelfbench/truth`, or outlines, as for rendered shelves:
///
/// ```json
/// {"photo": "a.jpg", "width": 960, "rows": [{"y": 460, "spines": [[20.5, 63.9], [65, 110.7]], "optional": []}]}
/// {"photo": "b.jpg", "width": 960, "spines": [{"quad": [[9, 5], [41, 5], [41, 300], [9, 300]], "cut": false}]}
/// ```
///
/// Positions are in pixels of the upright photo at a width of `width` pixels; spines that are `optional` or `cut` need
/// not be found, but may be.
public struct ShelfTruth: Sendable, Equatable {
    /// Name of the file, without folders; nil if the truth does not include it.
    public let photo: String?
    /// Pixels.
    public let width: Double
    public let rows: [Row]
    public let quads: [Quad]
    public let optionalQuads: [Quad]

    /// Spines along one row of pixels.
    public struct Row: Sendable, Equatable {
        public let y: Double
        /// From left to right, in pixels.
        public let spines: [ClosedRange<Double>]
        public let optional: [ClosedRange<Double>]

        public init(y: Double, spines: [ClosedRange<Double>], optional: [ClosedRange<Double>] = []) {
            (self.y, self.spines, self.optional) = (y, spines, optional)
        }
    }

    public init(
        photo: String? = nil, width: Double, rows: [Row] = [], quads: [Quad] = [], optionalQuads: [Quad] = []
    ) {
        (self.photo, self.width, self.rows) = (photo, width, rows)
        (self.quads, self.optionalQuads) = (quads, optionalQuads)
    }

    /// The number of spines to find.
    public var count: Int { rows.reduce(quads.count) { $0 + $1.spines.count } }
}

extension ShelfTruth: Decodable {
    private enum Key: String, CodingKey { case photo, width, rows, spines }
    private enum RowKey: String, CodingKey { case y, spines, optional }
    private enum SpineKey: String, CodingKey { case quad, cut }

    /// More than any photo has.
    private static let most = 10_000

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        var rows: [Row] = []
        var quads: (asked: [Quad], optional: [Quad]) = ([], [])
        if box.contains(.rows) {
            var list = try box.nestedUnkeyedContainer(forKey: .rows)
            while !list.isAtEnd { rows.append(try Self.row(list.nestedContainer(keyedBy: RowKey.self))) }
        }
        if box.contains(.spines) {
            var list = try box.nestedUnkeyedContainer(forKey: .spines)
            while !list.isAtEnd {
                let spine = try list.nestedContainer(keyedBy: SpineKey.self)
                let quad = try Self.quad(spine)
                let isCut = try spine.decodeIfPresent(Bool.self, forKey: .cut) ?? false
                if isCut { quads.optional.append(quad) } else { quads.asked.append(quad) }
            }
        }
        self.init(
            photo: try box.decodeIfPresent(String.self, forKey: .photo),
            width: try box.decode(Double.self, forKey: .width), rows: rows, quads: quads.asked,
            optionalQuads: quads.optional)
        guard width > 0, width.isFinite, count <= Self.most, box.contains(.rows) || box.contains(.spines) else {
            throw Self.wrong(box.codingPath, "it needs a width, and rows or spines")
        }
    }

    private static func row(_ box: KeyedDecodingContainer<RowKey>) throws -> Row {
        func ranges(_ key: RowKey) throws -> [ClosedRange<Double>] {
            try (box.decodeIfPresent([[Double]].self, forKey: key) ?? []).map { pair in
                guard pair.count == 2, pair[0] < pair[1], pair.allSatisfy(\.isFinite) else {
                    throw wrong(box.codingPath, "a spine is two numbers, the left side first")
                }
                return pair[0]...pair[1]
            }
        }
        return Row(
            y: try box.decode(Double.self, forKey: .y), spines: try ranges(.spines), optional: try ranges(.optional))
    }

    private static func quad(_ box: KeyedDecodingContainer<SpineKey>) throws -> Quad {
        let corners = try box.decode([[Double]].self, forKey: .quad)
        guard corners.count == 4, corners.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isFinite) }) else {
            throw wrong(box.codingPath, "a quad is four pairs of numbers")
        }
        let points = corners.map { Point(x: $0[0], y: $0[1]) }
        return Quad(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }

    private static func wrong(_ path: [any CodingKey], _ text: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: path, debugDescription: text))
    }
}

extension ShelfTruth {
    /// The least overlap along the row for a found spine, as a share of the union.
    private static let along = 0.7
    /// The same for areas, if the truth is an outline.
    private static let area = 0.5
    /// The least overlap with an optional spine for an outline that is not wrong, as a share of the union.
    private static let excuse = 0.2

    /// Compares two detectors' results for this photo.
    ///
    /// - Parameters:
    ///   - first: in pixels of a picture that is `width` pixels wide, like `second`.
    public func frame(_ first: [Quad], _ second: [Quad], width: Int) -> ComparedFrame {
        let factor = self.width / Double(max(width, 1))
        let (a, b) = (judged(first.map { $0.map { $0 * factor } }), judged(second.map { $0.map { $0 * factor } }))
        return ComparedFrame(
            truth: zip(a.found, b.found).map { .init(first: $0, second: $1) },
            firstCount: a.found.count { $0 } + a.wrong, secondCount: b.found.count { $0 } + b.wrong)
    }

    /// For each spine, whether it was found; and the number of outlines that match none.
    private func judged(_ quads: [Quad]) -> (found: [Bool], wrong: Int) {
        var (found, wrong): ([Bool], Int) = ([], 0)
        for row in rows {
            let cuts = quads.compactMap { $0.crossing(row.y) }
            let pairs = Self.pairs(row.spines, cuts)
            found += row.spines.indices.map { spine in pairs.contains { $0.truth == spine } }
            wrong += cuts.indices.count { cut in
                !pairs.contains { $0.found == cut } && !row.optional.contains { Self.isMostly(cuts[cut], in: $0) }
            }
        }
        guard !self.quads.isEmpty || !optionalQuads.isEmpty || rows.isEmpty else { return (found, wrong) }
        let pairs = QuadPairs.best(self.quads, quads, Self.area)
        found += self.quads.indices.map { spine in pairs.contains { $0.first == spine } }
        wrong += quads.indices.count { index in
            !pairs.contains { $0.second == index }
                && !optionalQuads.contains { QuadOverlap.share($0, quads[index]) > Self.excuse }
        }
        return (found, wrong)
    }

    /// Each spine with the best matching interval, best first, each used once.
    private static func pairs(
        _ spines: [ClosedRange<Double>], _ cuts: [ClosedRange<Double>]
    ) -> [(truth: Int, found: Int)] {
        var pairs: [(share: Double, truth: Int, found: Int)] = []
        for (index, spine) in spines.enumerated() {
            for (other, cut) in cuts.enumerated() {
                let shared = min(spine.upperBound, cut.upperBound) - max(spine.lowerBound, cut.lowerBound)
                let all = max(spine.upperBound, cut.upperBound) - min(spine.lowerBound, cut.lowerBound)
                if all > 0, shared / all >= along { pairs.append((shared / all, index, other)) }
            }
        }
        pairs.sort { ($1.share, $0.truth, $0.found) < ($0.share, $1.truth, $1.found) }
        var best: [(truth: Int, found: Int)] = []
        for pair in pairs where !best.contains(where: { $0.truth == pair.truth || $0.found == pair.found }) {
            best.append((pair.truth, pair.found))
        }
        return best
    }

    private static func isMostly(_ cut: ClosedRange<Double>, in optional: ClosedRange<Double>) -> Bool {
        let shared = min(cut.upperBound, optional.upperBound) - max(cut.lowerBound, optional.lowerBound)
        return shared > (cut.upperBound - cut.lowerBound) / 2
    }
}

extension Quad {
    /// The interval that a row of pixels covers; nil when it does not cross.
    fileprivate func crossing(_ y: Double) -> ClosedRange<Double>? {
        let corners = corners
        var places: [Double] = []
        for (one, other) in zip(corners, corners[1...] + corners[..<1]) where (one.y <= y) != (other.y <= y) {
            places.append(one.x + (y - one.y) / (other.y - one.y) * (other.x - one.x))
        }
        guard let low = places.min(), let high = places.max(), places.count >= 2 else { return nil }
        return low...high
    }
}
