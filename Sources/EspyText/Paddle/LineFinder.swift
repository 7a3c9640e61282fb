import EspyInference
package import EspyPixels
import Foundation
import Synchronization

/// Finds the lines of text in a picture, with a network, without reading them.
struct LineFinder: Sendable {
    private let model: OpenModel
    private let isSparing: Bool
    private let gate: Gate

    /// Bytes that the network takes for each pixel of a picture.
    static let bytesForPixel = 300

    /// - Parameters:
    ///   - isSparing: whether large pictures are looked at in pieces, which takes longer and less memory.
    ///   - room: pixels that are looked at at the same time, of all pictures together; one that is larger is looked at
    ///     alone.
    init(_ model: OpenModel, isSparing: Bool = false, room: Int = .max) {
        (self.model, self.isSparing, gate) = (model, isSparing, Gate(room: room))
    }

    /// - Returns: in pixels of `image`.
    func boxes(in image: RGBImage, limits: TextLimits) throws -> [LineBoxes.Box] {
        guard image.width > 0, image.height > 0 else {
            throw TextError.badSize(width: image.width, height: image.height)
        }
        let size = Self.size(of: image, limits, multiple: model.entry.output.strides.first ?? 32)
        let scaled = image.resized(width: size.width, height: size.height)
        guard let map = try isSparing ? mapInPieces(of: scaled) : wholeMap(of: scaled) else {
            throw TextError.cancelled
        }
        let across = Double(image.width) / Double(size.width)
        let down = Double(image.height) / Double(size.height)
        return LineBoxes.boxes(of: map).map { box in
            var box = box
            box.quad = box.quad.map { Point(x: $0.x * across, y: $0.y * down) }
            return box
        }
    }

    private func mapInPieces(of image: RGBImage) throws -> TextMap? {
        try MapTiles.map(of: image) { piece in try map(of: piece) }
    }

    private func wholeMap(of image: RGBImage) throws -> TextMap? {
        let pixels = image.width * image.height
        guard gate.enter(pixels) else { return nil }
        defer { gate.leave(pixels) }
        return try map(of: image)
    }

    private func map(of image: RGBImage) throws -> TextMap? {
        let scale = PixelScale(model.entry.input)
        return try model.run(height: image.height, width: image.width) { numbers in
            scale.fill(numbers, with: image)
        } take: { _, values in
            TextMap(width: image.width, height: image.height, values: Array(values))
        }
    }

    /// The size at which lines are looked for.
    private static func size(
        of image: RGBImage, _ limits: TextLimits, multiple: Int
    ) -> (width: Int, height: Int) {
        let (long, short) = (Double(max(image.width, image.height)), Double(min(image.width, image.height)))
        let scale = min(max(1, Double(limits.shortSide) / short), Double(limits.longSide) / long)
        func side(_ length: Int) -> Int {
            let steps = (Double(length) * scale / Double(multiple)).rounded()
            return multiple * min(max(Int(steps), 1), max(limits.longSide / multiple, 1))
        }
        return (side(image.width), side(image.height))
    }
}

/// Makes the numbers that a network wants out of bytes.
struct PixelScale: Sendable {
    /// For each plane in the order of the network: which byte of a pixel it is, and `number = byte * factor + offset`.
    let planes: [(byte: Int, factor: Float, offset: Float)]

    init(_ input: ModelInput) {
        planes = (0..<3).map { plane in
            let byte = input.colors == .bgr ? 2 - plane : plane
            return (byte, Float(input.scale / input.std[plane]), Float(-input.mean[plane] / input.std[plane]))
        }
    }

    /// Writes a picture plane by plane; as much as there is room for.
    func fill(_ numbers: UnsafeMutableBufferPointer<Float>, with image: RGBImage) {
        let size = image.width * image.height
        guard numbers.count >= 3 * size else { return }
        image.pixels.withUnsafeBufferPointer { pixels in
            for (index, plane) in planes.enumerated() {
                let start = index * size
                for place in 0..<size {
                    numbers[start + place] = Float(pixels[3 * place + plane.byte]) * plane.factor + plane.offset
                }
            }
        }
    }
}

/// Makes the map of a large picture out of pieces that lap over each other, each of them at the same scale: what a network
/// takes of memory grows with the picture that it is shown.
package enum MapTiles {
    /// The most pixels along a side of a piece, and how much of it is left to its neighbor: the network sees less well at a
    /// border.
    private static let (most, border) = (512, 64)
    /// Networks halve a picture five times.
    private static let multiple = 32

    /// - Parameter part: makes the map of a piece; nil when it was given up.
    /// - Returns: nil when a piece was given up.
    package static func map(
        of image: RGBImage, by part: (RGBImage) throws -> TextMap?
    ) rethrows -> TextMap? {
        var values = [Float](repeating: 0, count: image.width * image.height)
        for rows in pieces(of: image.height) {
            for columns in pieces(of: image.width) {
                let (x, y) = (columns.whole.lowerBound, rows.whole.lowerBound)
                let place = Rect(
                    x: Double(x), y: Double(y), width: Double(columns.whole.count), height: Double(rows.whole.count))
                guard let map = try part(image.cropped(to: place)) else { return nil }
                for row in rows.kept {
                    for column in columns.kept {
                        values[row * image.width + column] = map.values[(row - y) * map.width + column - x]
                    }
                }
            }
        }
        return TextMap(width: image.width, height: image.height, values: values)
    }

    /// What is looked at, and which part of the answer is kept: all parts together are the whole length, each once. All have
    /// one size, for the runtime prepares each size.
    package static func pieces(of length: Int) -> [(whole: Range<Int>, kept: Range<Int>)] {
        guard length > most else { return [(0..<length, 0..<length)] }
        let inner = length - 2 * border
        let count = (inner - 1) / (most - 2 * border) + 1
        let size = ((inner - 1) / (count * multiple) + 1) * multiple + 2 * border
        var pieces: [(whole: Range<Int>, kept: Range<Int>)] = []
        var done = 0
        while done < length {
            let start = max(min(done - border, length - size), 0)
            let end = start + size
            let kept = done..<(end == length ? end : end - border)
            pieces.append((start..<end, kept))
            done = kept.upperBound
        }
        return pieces
    }
}

/// Lets in as many at a time as there is room for, in the order in which they came.
package final class Gate: Sendable {
    private let room: Int
    private let state = Mutex(State())

    private struct State {
        var taken = 0
        var last = 0
        var waiting: [Int] = []
    }

    /// - Parameter room: of any unit. What needs more than all of it is let in alone.
    package init(room: Int) { self.room = max(room, 1) }

    /// Waits for its turn.
    ///
    /// - Parameter need: of the room.
    /// - Returns: false when the task that calls it was cancelled meanwhile; else it needs its ``leave(_:)``.
    package func enter(_ need: Int) -> Bool {
        let ticket = state.withLock { state in
            state.last += 1
            state.waiting.append(state.last)
            return state.last
        }
        while !Task.isCancelled {
            if state.withLock({ begin(ticket, need, &$0) }) { return true }
            Thread.sleep(forTimeInterval: 0.005)
        }
        state.withLock { $0.waiting.removeAll { $0 == ticket } }
        return false
    }

    package func leave(_ need: Int) { state.withLock { $0.taken -= min(need, room) } }

    private func begin(_ ticket: Int, _ need: Int, _ state: inout State) -> Bool {
        let need = min(need, room)
        guard state.waiting.first == ticket, state.taken + need <= room else { return false }
        state.waiting.removeFirst()
        state.taken += need
        return true
    }
}
