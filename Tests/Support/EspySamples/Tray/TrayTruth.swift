public import EspyPixels
import Foundation

/// The truth of a tray photo, in pixels.
public struct TrayTruth: Sendable, Equatable, Codable {
    public struct Thing: Sendable, Equatable, Codable {
        /// Index in ``TrayTruth/kinds``.
        public var kind: Int
        /// The center of the upright box around the part in the picture.
        public var center: Point
        public var box: Rect
        /// The fraction that nothing hides, 0...1. Parts outside the picture do not count as hidden.
        public var visible: Double
        /// Its visible area, including holes, in square pixels.
        public var area: Double
        /// The longer side of the smallest rectangle, at any angle, around the visible part.
        public var length: Double
        /// Whether it reaches the edge of the picture.
        public var cut: Bool
        /// Its width in pitches; for a capsule, its length.
        public var diameter: Double
    }

    /// A line on the table.
    public struct Ruler: Sendable, Equatable, Codable {
        /// Both ends, in pixels.
        public var from: Point
        public var to: Point
        /// In pitches.
        public var length: Double
    }

    public var seed: UInt64
    public var width: Int
    public var height: Int
    public var kinds: [String]
    /// Runs along the middle of the table.
    public var ruler: Ruler
    /// The angle between the camera and straight down, in radians.
    public var tilt: Double
    /// Row by row in layout order, without those outside the picture.
    public var things: [Thing]

    /// The kind with the most things; in a tie, the first.
    public var mainKind: Int {
        kinds.indices.max { (count(of: $0), $1) < (count(of: $1), $0) } ?? 0
    }

    /// The number of things of the largest kind.
    public var count: Int { count(of: mainKind) }

    public func count(of kind: Int) -> Int { things.count { $0.kind == kind } }

    init(_ painter: TrayPainter) {
        let scene = painter.scene
        (seed, width, height) = (scene.seed, scene.width, scene.height)
        kinds = scene.kinds.map(\.form.rawValue)
        ruler = Ruler(scene)
        tilt = scene.camera.tilt
        var seen = [Int](repeating: 0, count: scene.things.count)
        for owner in painter.owners where owner >= 0 { seen[Int(owner)] += 1 }
        func rounded(_ value: Double) -> Double { (100 * value).rounded() / 100 }
        things = zip(scene.things, painter.outlines).enumerated().compactMap { index, pair in
            let (thing, outline) = pair
            guard outline.count > 0 else { return nil }
            let (low, high) = (SIMD2<Double>(outline.low) / 2, SIMD2<Double>(outline.high) / 2)
            let box = Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
            let isCut = low.min() <= 0 || high.x >= Double(scene.width) || high.y >= Double(scene.height)
            let shape = TrayShape(of: Int32(index), outline, in: painter)
            return Thing(
                kind: thing.kind, center: box.center, box: box,
                visible: (1000 * Double(seen[index]) / Double(outline.count)).rounded() / 1000,
                area: rounded(shape.area), length: rounded(shape.length), cut: isCut,
                diameter: 2 * scene.kinds[thing.kind].radius * thing.size)
        }
    }

    /// JSON with one thing per line, so that people can read it and compare versions.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        let fields = [
            "\"seed\": \(seed)", "\"width\": \(width)", "\"height\": \(height)", "\"count\": \(count)",
            "\"kinds\": \(try text(kinds))", "\"ruler\": \(try text(ruler))", "\"tilt\": \(try text(tilt))",
            "\"things\": [\n\(try things.map(text).joined(separator: ",\n"))\n]",
        ]
        return "{\n\(fields.joined(separator: ",\n"))\n}\n"
    }

    /// - Throws: `DecodingError` if the text is not the truth of a tray.
    public init(json: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
    }
}

extension TrayTruth.Ruler {
    fileprivate init(_ scene: TrayScene) {
        let projection = scene.projection(scale: 1)
        let ends = [0.2, 0.8].map { share in
            let pixel = projection.pixel(Vector(scene.area.x * share, scene.area.y / 2, 0))
            return Point(x: pixel.x, y: pixel.y)
        }
        self.init(from: ends[0], to: ends[1], length: 0.6 * scene.area.x)
    }
}
