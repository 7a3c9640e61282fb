public import EspyPixels
import Foundation

/// A video of a long bookshelf: a hand-held camera moves along it and back. The same frame is always the same picture.
public struct PanningShelf: Sendable {
    /// The position of a book in a frame.
    public struct Spine: Sendable, Equatable {
        /// The same number in all frames.
        public var book: Int
        /// In pixels of the frame.
        public var quad: Quad
    }

    /// Size of a frame.
    public let width: Int
    public let height: Int
    /// Seconds for the way along the shelf and back.
    private let period: Double
    private let seed: UInt64
    private let wide: RGBImage
    private let truth: [Quad]
    private let conditions: Conditions

    /// How a video was taken.
    public enum Conditions: String, Sendable {
        /// A steady hand, even light, and little besides books.
        case calm
        /// A hand that shakes more, a longer exposure that changes in steps, other distances, and other things between
        /// the books.
        case harsh
    }

    /// - Parameters:
    ///   - lengths: the width of the shelf in frames.
    ///   - period: seconds for the way along the shelf and back.
    public init(
        seed: UInt64, width: Int = 1920, height: Int = 1080, lengths: Double = 4, period: Double = 30,
        conditions: Conditions = .calm
    ) {
        (self.width, self.height, self.period, self.seed) = (width, height, period, seed)
        self.conditions = conditions
        let scene = BookshelfScene.panned(seed: seed, width: Double(width) * lengths, height: height, conditions)
        let (image, truth) = scene.rendered()
        wide = image
        self.truth = truth.spines.filter { !$0.isLying }.map(\.quad)
    }

    /// A virtual camera moves over a photo, which is enlarged if it is smaller than a frame.
    ///
    /// - Parameter books: in pixels of the photo.
    public init(
        photo: RGBImage, books: [Quad], seed: UInt64, width: Int = 1920, height: Int = 1080, period: Double = 10,
        conditions: Conditions = .harsh
    ) {
        (self.width, self.height, self.period, self.seed) = (width, height, period, seed)
        self.conditions = conditions
        let scale = 1.2 * max(Double(width) / Double(photo.width), Double(height) / Double(photo.height))
        wide = photo.resized(width: Int(Double(photo.width) * scale), height: Int(Double(photo.height) * scale))
        truth = books.map { $0.map { $0 * scale } }
    }

    /// The number of books.
    public var count: Int { truth.count }

    /// Returns the picture at a time in seconds, and the books that are at least partly in it.
    public func frame(at time: Double) -> (image: RGBImage, spines: [Spine]) {
        let view = view(at: time)
        let frame = Quad(Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
        let image = wide.rectified(view, width: width, height: height) ?? wide
        let speed = abs(self.view(at: time + 0.01).center.x - view.center.x) * 100
        // The shutter is open for a 120th of a second, or twice as long.
        let shutter = conditions == .calm ? 120.0 : 60
        let blurred = Self.smeared(image, by: Int((speed / shutter).rounded()))
        let noisy = Self.noisy(blurred, gain: gain(at: time), seed: seed &+ UInt64(max(0, time * 1000)))
        guard let map = Homography(from: view, to: frame) else { return (noisy, []) }
        let bounds = frame.bounds
        let spines = truth.enumerated().compactMap { index, quad -> Spine? in
            let placed = map.apply(quad)
            return placed.bounds.intersection(bounds) == nil ? nil : Spine(book: index, quad: placed)
        }
        return (noisy, spines)
    }

    /// The brightness of the picture, which a camera adjusts every few seconds.
    private func gain(at time: Double) -> Double {
        guard conditions == .harsh else { return 1 }
        func level(_ step: Double) -> Double {
            var random = SampleRandom(seed: seed &+ UInt64(max(0, step)) &* 0x9E37)
            return random.number(in: 0.5...1.4)
        }
        let (step, share) = ((time / 3).rounded(.down), (time / 3).truncatingRemainder(dividingBy: 1))
        return level(step) + (level(step + 1) - level(step)) * max(0, (share - 0.9) / 0.1)
    }

    /// The visible part of the shelf, with the tremor of a hand.
    private func view(at time: Double) -> Quad {
        let way = (1 - cos(2 * .pi * time / period)) / 2
        let size = Double(height)
        let unrest = conditions == .calm ? 1 : 2.5
        func tremble(_ rates: [Double], _ strength: Double) -> Double {
            let waves = rates.enumerated().map { sin(2 * .pi * $1 * time + Double($0) * 2) }
            return waves.reduce(0, +) * strength * unrest
        }
        let shake = Point(x: tremble([0.7, 1.9, 5.3], 0.002), y: tremble([0.9, 2.3, 6.1], 0.002)) * size
        let margin = 0.03 * unrest * size
        let free = Point(
            x: Double(wide.width - width) - 2 * margin, y: Double(wide.height - height) - 2 * margin)
        let up = (1 - cos(2 * .pi * time / period * 2)) / 2
        let corner = Point(x: margin + way * free.x, y: margin + up * free.y) + shake
        let rect = Rect(x: corner.x, y: corner.y, width: Double(width), height: Double(height))
        return Quad(rect).rotated(byDegrees: tremble([0.4, 1.3], 0.3)).scaled(
            by: (1 - 0.02 * unrest) + tremble([0.3], 0.01))
    }

    /// The mean over some columns.
    private static func smeared(_ image: RGBImage, by length: Int) -> RGBImage {
        guard length > 1 else { return image }
        var result = image
        for row in 0..<image.height {
            let start = row * image.width * 3
            for channel in 0..<3 {
                var sum = 0
                for column in 0..<image.width {
                    sum += Int(image.pixels[start + 3 * column + channel])
                    if column >= length { sum -= Int(image.pixels[start + 3 * (column - length) + channel]) }
                    let count = min(length, column + 1)
                    result.pixels[start + 3 * max(0, column - length / 2) + channel] = UInt8(sum / count)
                }
            }
        }
        return result
    }

    /// Adds a few gray levels of noise, the same for the three colors.
    ///
    /// - Parameter gain: factor of the brightness.
    private static func noisy(_ image: RGBImage, gain: Double, seed: UInt64) -> RGBImage {
        var result = image
        let gain = Int32((gain * 256).rounded())
        var state = seed | 1
        result.pixels.withUnsafeMutableBufferPointer { pixels in
            for index in stride(from: 0, to: pixels.count, by: 3) {
                // A generator of Marsaglia's (Xorshift RNGs, 2003).
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                let noise = Int16(state & 7) &+ Int16(state >> 8 & 7) &- 7
                for channel in index..<index + 3 {
                    pixels[channel] = UInt8(min(max(Int16((Int32(pixels[channel]) * gain) >> 8) + noise, 0), 255))
                }
            }
        }
        return result
    }
}

extension BookshelfScene {
    /// A long bookshelf of which a video shows a part at a time.
    ///
    /// - Parameters:
    ///   - width: of the whole picture, in pixels.
    ///   - height: of a frame, in pixels.
    fileprivate static func panned(
        seed: UInt64, width: Double, height: Int, _ conditions: PanningShelf.Conditions
    ) -> BookshelfScene {
        var random = SampleRandom(seed: seed &+ 0xF11E)
        // The height of a frame in centimeters.
        let high = conditions == .calm ? 45 : random.number(in: 32...65)
        let density = Double(height) / high
        let area = SIMD2(width / density, high + 15)
        let first = conditions == .calm ? 27 : random.number(in: 20...30)
        var scene = BookshelfScene(
            seed: seed, width: Int(area.x * density), height: Int(area.y * density), area: area,
            camera: SampleCamera(distance: area.x * 5, fill: 1), optics: SampleOptics(blur: 0.5, noise: 0),
            wall: SampleColor(gray: 0.12), boards: Array(stride(from: first, to: area.y, by: 29)))
        if conditions == .harsh {
            scene.wood = wood(&random)
            scene.wall = SampleColor(gray: Float(random.number(in: 0.05...0.7)))
        }
        var maker = BookshelfMaker(seed: seed)
        for (row, board) in scene.boards.enumerated() {
            let habit =
                conditions == .calm
                ? BookshelfMaker.Habit(
                    thickness: 2.4, height: 20, unevenness: 0.08, series: 0.15, leaning: 0.03, gaps: 0.03)
                : BookshelfMaker.Habit(
                    thickness: random.number(in: 1.5...3.2), height: random.number(in: 18...22),
                    unevenness: random.number(in: 0...0.14), series: random.number(in: 0.05...0.5),
                    leaning: random.pick([0, 0.03, 0.1]), gaps: random.pick([0.02, 0.06]),
                    stickers: random.pick([0.02, 0.9]))
            scene.books += maker.row(row, board: board, from: -3, to: area.x + 3, room: 25, habit)
            if conditions == .harsh { scene.addProps(row, board, &random) }
        }
        return scene
    }

    /// Puts other things in the place of some books.
    private mutating func addProps(_ row: Int, _ board: Double, _ random: inout SampleRandom) {
        var start = random.number(in: 5...30)
        while start < area.x {
            let width = random.number(in: 6...16)
            books.removeAll { book in
                let lean = abs(book.lean) * book.length
                return book.row == row && book.foot.x + book.thickness + lean > start - 0.5
                    && book.foot.x - lean < start + width + 0.5
            }
            props.append(
                ShelfProp(
                    kind: random.pick(ShelfProp.Kind.allCases), foot: SIMD2(start, board), width: width,
                    height: random.number(in: 9...22), recess: random.number(in: 1...14),
                    color: SampleColor(
                        Float(random.number(in: 0.1...0.9)), Float(random.number(in: 0.1...0.9)),
                        Float(random.number(in: 0.1...0.9))), seed: random.next()))
            start += random.number(in: 25...70)
        }
    }
}
