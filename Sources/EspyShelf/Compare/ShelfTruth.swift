public import EspyPixels

/// Where the spines of one photo really are, as somebody marked them.
///
/// Either intervals along rows of pixels, as in `Benchmarks/shelfbench/truth`, or outlines, as beside drawn shelves:
///
/// ```json
/// {"photo": "a.jpg", "width": 960, "rows": [{"y": 460, "spines": [[20.5, 63.9], [65, 110.7]], "optional": []}]}
/// {"photo": "b.jpg", "width": 960, "spines": [{"quad": [[9, 5], [41, 5], [41, 300], [9, 300]], "cut": false}]}
/// ```
///
/// Positions are pixels of the upright photo at a width of `width` pixels; what is `optional` or `cut` is neither asked
/// for nor wrong.
public struct ShelfTruth: Sendable, Equatable {
    /// Name of the file, without folders; nil where the truth does not say.
    public let photo: String?
    /// Pixels.
    public let width: Double
    public let rows: [Row]
    public let quads: [Quad]
    public let optionalQuads: [Quad]

    /// Spines along one row of pixels.
    public struct Row: Sendable, Equatable {
        public let y: Double
        /// From the left side to the right one, in pixels.
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

    /// How many spines are asked for.
    public var count: Int { rows.reduce(quads.count) { $0 + $1.spines.count } }
}

extension ShelfTruth: Decodable {
    private enum Key: String, CodingKey { case photo, width, rows, spines }
    private enum RowKey: String, CodingKey { case y, spines, optional }
    private enum SpineKey: String, CodingKey { case quad, cut }

    /// More spines than any photo has.
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
