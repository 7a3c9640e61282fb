import EspyCodecs
package import EspyPixels
import EspyStore
import EspySystem

/// Compares photos in detail: their small pictures first and, where these show little, the photos themselves.
package final class DuplicateDetails {
    /// Where to find the pictures.
    struct Source: Sendable {
        /// Small pictures, by photo.
        var thumbnails: [Int: ThumbnailPlace] = [:]
        /// The path of the pack file with a number.
        var pack: @Sendable (Int) -> String = { _ in "" }
        /// One file of each photo.
        var files: [Int: String] = [:]

        static func read(_ database: Database) throws -> Source {
            var source = Source()
            let path = database.path
            source.pack = { ThumbnailPack.path(of: path, $0) }
            let places = try database.rows("SELECT photo, pack, offset, length FROM thumbnails") {
                row in try ThumbnailPlace(row)
            }
            for place in places {
                source.thumbnails[place.photo] = place
            }
            _ = try database.rows("SELECT photo, path FROM files WHERE photo IS NOT NULL ORDER BY path DESC") {
                row in source.files[try row.integer(0)] = try row.text(1)
            }
            return source
        }
    }

    private let source: Source
    private var packs: [Int: DiskFile] = [:]
    private var small = Cache<GrayImage>(most: 256)
    private var large = Cache<GrayImage>(most: 6)
    private var looks = 0

    /// Long sides at which photos are compared, in pixels.
    private static let (smallSide, largeSide) = (256, 1_280)
    /// Maximum number of photos to open.
    private static let mostLooks = 2_000
    private static let mostBytes = 256 << 20

    init(_ source: Source) { self.source = source }

    /// Whether two photos show the same picture, in any orientation. Without a small picture, assumes that they do.
    ///
    /// - Parameter orientations: of the first photo, in which it may look like the second.
    func areOne(_ one: PerceptualHashes, _ other: PerceptualHashes, _ orientations: [Orientation]) -> Bool {
        guard let first = smallPicture(one.id), let second = smallPicture(other.id) else { return true }
        let strictness = one.isNamedUnlike(other) ? DetailMatch.Strictness.names : .usual
        return orientations.contains { orientation in
            Self.areOne(first, second, orientation, strictness) {
                guard looks < Self.mostLooks, let one = picture(one.id), let other = picture(other.id) else {
                    return nil
                }
                return (one, other)
            }
        }
    }

    /// - Parameter large: returns both at their own size; nil if they are not available.
    package static func areOne(
        _ one: GrayImage, _ other: GrayImage, _ orientation: Orientation, large: () -> (GrayImage, GrayImage)?
    ) -> Bool {
        areOne(one, other, orientation, .usual, large)
    }

    private static func areOne(
        _ one: GrayImage, _ other: GrayImage, _ orientation: Orientation, _ strictness: DetailMatch.Strictness,
        _ large: () -> (GrayImage, GrayImage)?
    ) -> Bool {
        let small = match(one, other, orientation, smallSide, strictness)
        guard small.isOne(strictness) else { return false }
        guard small.isSparse || strictness == .names, let (one, other) = large() else { return true }
        return match(one, other, orientation, largeSide, strictness).isOne(strictness, hasLittle: small.isSparse)
    }

    /// Compares at the smaller size.
    private static func match(
        _ one: GrayImage, _ other: GrayImage, _ orientation: Orientation, _ longSide: Int,
        _ strictness: DetailMatch.Strictness
    ) -> DetailMatch {
        let side = min(longSide, max(one.width, one.height), max(other.width, other.height))
        let levels = (GrayLevels(one.oriented(orientation), longSide: side), GrayLevels(other, longSide: side))
        let alignment = PictureAlignment.find(levels.0, levels.1)
        return DetailMatch(levels.0.planes[0], levels.1.planes[0], alignment, strictness)
    }

    private func smallPicture(_ photo: Int) -> GrayImage? {
        small.value(photo) {
            guard let place = source.thumbnails[photo] else { return nil }
            if packs[place.pack] == nil {
                packs[place.pack] = try? DiskFile(source.pack(place.pack), for: .readingNoLink)
            }
            let bytes = try? packs[place.pack]?.read(at: place.offset, count: place.length)
            return bytes.flatMap { try? ImageDecoder().decode($0).gray }
        }
    }

    private func picture(_ photo: Int) -> GrayImage? {
        large.value(photo) {
            guard let path = source.files[photo] else { return nil }
            looks += 1
            guard let bytes = try? FileContents(path: path, limit: Self.mostBytes).bytes else { return nil }
            return try? CloserLook.image(bytes, side: Self.largeSide, DecodingOptions()).gray
        }
    }
}

/// The most recent values, by photo.
private struct Cache<Value> {
    private let most: Int
    private var values: [Int: Value?] = [:]
    private var order: [Int] = []

    init(most: Int) { self.most = most }

    mutating func value(_ photo: Int, make: () -> Value?) -> Value? {
        if let known = values[photo] { return known }
        if order.count >= most { values[order.removeFirst()] = nil }
        let made = make()
        values[photo] = made
        order.append(photo)
        return made
    }
}

/// The details that two aligned pictures have in common.
private struct DetailMatch {
    /// Tiles in which the pictures differ as much as unrelated ones.
    private(set) var strange = 0
    /// Tiles that show something in either picture.
    private(set) var busy = 0
    /// All compared tiles.
    private(set) var all = 0

    /// Whether both are the same picture in all visible details. In a photo with details everywhere, a spot may be
    /// retouched, or a date printed on it; where little is visible, nothing may differ.
    ///
    /// - Parameter hasLittle: whether to assume that little is visible, whatever this size shows.
    func isOne(_ strictness: Strictness, hasLittle: Bool = false) -> Bool {
        all > 0 && strange <= (isSparse || hasLittle ? 0 : busy / (strictness == .usual ? 50 : 400))
    }

    /// Most of it is uniform, such as paper, a screen or a drawing, so that few details distinguish two pictures.
    var isSparse: Bool { 10 * busy < 7 * all }

    /// How similar two pictures must be.
    enum Strictness: Sendable {
        case usual
        /// Their names suggest that they differ.
        case names

        /// Of the contrast of a tile, from 0 (identical) to 1.
        fileprivate var difference: Float { self == .usual ? 0.4 : 0.3 }
    }

    /// Size and spacing of the tiles, in pixels.
    private static let side = 8
    private static let step = 4
    /// Smaller differences come from compression, in gray levels.
    private static let noise: Float = 10
    /// Ignored share of the picture at its borders, which may be cropped or rotated in.
    private static let border = 0.03

    /// - Parameters:
    ///   - one: the comparison uses its size.
    ///   - other: at about the same size.
    init(_ one: GrayPlane, _ other: GrayPlane, _ alignment: PictureAlignment, _ strictness: Strictness = .usual) {
        let moved = other.moved(by: alignment, like: one)
        let ways = [(one.values, moved), (moved, one.values)].map { from, to in
            Self.compared(ToneCurve(from, to).applied(to: from), to, one.width, one.height, strictness)
        }
        // Overexposed whites can only be compared starting from the darker picture.
        if let best = ways.min(by: { $0.strange < $1.strange }) { self = best }
    }

    private init() {}

    private static func compared(
        _ one: [Float], _ other: [Float], _ width: Int, _ height: Int, _ strictness: Strictness
    ) -> DetailMatch {
        var match = DetailMatch()
        let edge = (Int(border * Double(width)), Int(border * Double(height)))
        for top in stride(from: edge.1, through: height - edge.1 - side, by: step) {
            for left in stride(from: edge.0, through: width - edge.0 - side, by: step) {
                match.compare(one, other, top * width + left, width, strictness)
            }
        }
        return match
    }

    @inline(__always)
    private mutating func compare(
        _ one: [Float], _ other: [Float], _ start: Int, _ width: Int, _ strictness: Strictness
    ) {
        var (sums, squares, difference) = (SIMD2<Float>(), SIMD2<Float>(), Float(0))
        for row in 0..<Self.side {
            for place in start + row * width..<start + row * width + Self.side {
                let pair = SIMD2(one[place], other[place])
                sums += pair
                squares += pair * pair
                difference += (pair.x - pair.y) * (pair.x - pair.y)
            }
        }
        guard !difference.isNaN else { return }
        let count = Float(Self.side * Self.side)
        // A uniformly brighter tile has the same details.
        difference -= (sums.x - sums.y) * (sums.x - sums.y) / count
        let spread = squares - sums * sums / count
        all += 1
        if max(spread.x, spread.y) > 4 * Self.noise * Self.noise { busy += 1 }
        if difference > count * Self.noise * Self.noise, difference > strictness.difference * (spread.x + spread.y) {
            strange += 1
        }
    }
}
