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

    /// - Parameters:
    ///   - lengths: the width of the shelf in frames.
    ///   - period: seconds for the way along the shelf and back.
    public init(seed: UInt64, width: Int = 1920, height: Int = 1080, lengths: Double = 4, period: Double = 30) {
        (self.width, self.height, self.period, self.seed) = (width, height, period, seed)
        // 45 cm of shelves fill the height of a frame.
        let density = Double(height) / 45
        let area = SIMD2(Double(width) * lengths / density, 60)
        var scene = BookshelfScene(
            seed: seed, width: Int(area.x * density), height: Int(area.y * density), area: area,
            camera: SampleCamera(distance: area.x * 5, fill: 1), optics: SampleOptics(blur: 0.5, noise: 0),
            wall: SampleColor(gray: 0.12), boards: [27, 56])
        var maker = BookshelfMaker(seed: seed)
        for (row, board) in scene.boards.enumerated() {
            scene.books += maker.row(
                row, board: board, from: -3, to: area.x + 3, room: 25,
                .init(thickness: 2.4, height: 20, unevenness: 0.08, series: 0.15, leaning: 0.03, gaps: 0.03))
        }
        let (image, truth) = scene.rendered()
        wide = image
        self.truth = truth.spines.map(\.quad)
    }

    /// The number of books.
    public var count: Int { truth.count }

    /// Returns the picture at a time in seconds, and the books that are at least partly in it.
    public func frame(at time: Double) -> (image: RGBImage, spines: [Spine]) {
        let view = view(at: time)
        let frame = Quad(Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
        let image = wide.rectified(view, width: width, height: height) ?? wide
        let speed = abs(self.view(at: time + 0.01).center.x - view.center.x) * 100
        // The shutter is open for a 120th of a second.
        let blurred = Self.smeared(image, by: Int((speed / 120).rounded()))
        let noisy = Self.noisy(blurred, seed: seed &+ UInt64(max(0, time * 1000)))
        guard let map = Homography(from: view, to: frame) else { return (noisy, []) }
        let bounds = frame.bounds
        let spines = truth.enumerated().compactMap { index, quad -> Spine? in
            let placed = map.apply(quad)
            return placed.bounds.intersection(bounds) == nil ? nil : Spine(book: index, quad: placed)
        }
        return (noisy, spines)
    }

    /// The visible part of the shelf, with the tremor of a hand.
    private func view(at time: Double) -> Quad {
        let way = (1 - cos(2 * .pi * time / period)) / 2
        let size = Double(height)
        func tremble(_ rates: [Double], _ strength: Double) -> Double {
            rates.enumerated().reduce(0) { $0 + sin(2 * .pi * $1.element * time + Double($1.offset) * 2) } * strength
        }
        let shake = Point(x: tremble([0.7, 1.9, 5.3], 0.002), y: tremble([0.9, 2.3, 6.1], 0.002)) * size
        let margin = 0.03 * size
        let free = Point(
            x: Double(wide.width - width) - 2 * margin, y: Double(wide.height - height) - 2 * margin)
        let up = (1 - cos(2 * .pi * time / period * 2)) / 2
        let corner = Point(x: margin + way * free.x, y: margin + up * free.y) + shake
        let rect = Rect(x: corner.x, y: corner.y, width: Double(width), height: Double(height))
        return Quad(rect).rotated(byDegrees: tremble([0.4, 1.3], 0.3)).scaled(by: 0.98 + tremble([0.3], 0.01))
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
    private static func noisy(_ image: RGBImage, seed: UInt64) -> RGBImage {
        var result = image
        var state = seed | 1
        result.pixels.withUnsafeMutableBufferPointer { pixels in
            for index in stride(from: 0, to: pixels.count, by: 3) {
                // A generator of Marsaglia's (Xorshift RNGs, 2003).
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                let noise = Int16(state & 7) &+ Int16(state >> 8 & 7) &- 7
                for channel in index..<index + 3 {
                    pixels[channel] = UInt8(min(max(Int16(pixels[channel]) + noise, 0), 255))
                }
            }
        }
        return result
    }
}
