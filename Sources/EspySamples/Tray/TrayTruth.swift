public import EspyPixels
import Foundation

/// What is on the photo of a tray, in pixels.
public struct TrayTruth: Sendable, Equatable, Codable {
    public struct Thing: Sendable, Equatable, Codable {
        /// Place in ``TrayTruth/kinds``.
        public var kind: Int
        /// The middle of the upright box around the part that is in the picture.
        public var center: Point
        public var box: Rect
        /// The part of it that nothing hides, 0...1; what lies outside the picture is not hidden.
        public var visible: Double
        /// Whether it reaches the border of the picture.
        public var cut: Bool
    }

    public var seed: UInt64
    public var width: Int
    public var height: Int
    public var kinds: [String]
    /// Row by row as they were laid out; those that are not in the picture are left out.
    public var things: [Thing]

    /// The kind with the most things; of several, the first.
    public var mainKind: Int {
        kinds.indices.max { (count(of: $0), $1) < (count(of: $1), $0) } ?? 0
    }

    /// How many things of the kind with the most there are.
    public var count: Int { count(of: mainKind) }

    public func count(of kind: Int) -> Int { things.count { $0.kind == kind } }

    init(_ painter: TrayPainter) {
        let scene = painter.scene
        (seed, width, height) = (scene.seed, scene.width, scene.height)
        kinds = scene.kinds.map(\.form.rawValue)
        var seen = [Int](repeating: 0, count: scene.things.count)
        for owner in painter.owners where owner >= 0 { seen[Int(owner)] += 1 }
        things = zip(scene.things, painter.outlines).enumerated().compactMap { index, pair in
            let (thing, outline) = pair
            guard outline.count > 0 else { return nil }
            let (low, high) = (SIMD2<Double>(outline.low) / 2, SIMD2<Double>(outline.high) / 2)
            let box = Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
            let isCut = low.min() <= 0 || high.x >= Double(scene.width) || high.y >= Double(scene.height)
            return Thing(
                kind: thing.kind, center: box.center, box: box,
                visible: (1000 * Double(seen[index]) / Double(outline.count)).rounded() / 1000, cut: isCut)
        }
    }

    /// JSON with one thing to a line, so that people can read it and compare versions.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        let fields = [
            "\"seed\": \(seed)", "\"width\": \(width)", "\"height\": \(height)", "\"count\": \(count)",
            "\"kinds\": \(try text(kinds))", "\"things\": [\n\(try things.map(text).joined(separator: ",\n"))\n]",
        ]
        return "{\n\(fields.joined(separator: ",\n"))\n}\n"
    }

    /// - Throws: `DecodingError` when the text is not the truth of a tray.
    public init(json: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
    }
}
