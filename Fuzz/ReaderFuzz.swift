// Module: DataMatrix
// Longest input: 4096
//
// Pictures of all shapes for the reader: pure noise, and rendered symbols that the input rotates, moves out of the
// picture
// and paints over. A rendered symbol must be read as it was rendered, or not at all.

import DataMatrix
import Dispatch
import Foundation

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReader(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = Input(bytes: Array(UnsafeBufferPointer(start: data, count: count)))
    let isDrawn = input.next() % 4 != 0
    let width = 1 + Int(input.next())
    let height = 1 + Int(input.next())
    var picture = Picture(width: width, height: height, ground: input.next())
    var drawn: [UInt8]?
    if isDrawn { drawn = picture.draw(&input) } else { picture.fill(&input) }
    let strokes = isDrawn ? Int(input.next() % 8) : 0
    for _ in 0..<strokes { picture.paint(&input) }
    let readings = read(picture)
    for reading in readings {
        precondition(reading.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        if strokes == 0, let drawn { precondition(reading.message.bytes == drawn) }
    }
    return 0
}

/// The reader is asynchronous, the fuzzer is not.
private func read(_ picture: Picture) -> [Reading] {
    let view = GrayView(width: picture.width, height: picture.height, pixels: picture.pixels)
    let done = DispatchSemaphore(value: 0)
    let box = Box()
    Task.detached {
        box.readings = await SymbolReader().read(view).readings
        done.signal()
    }
    done.wait()
    if let model = box.readings.first {
        let middle = SIMD2(Double(picture.width), Double(picture.height)) / 2
        _ = SymbolReader().read(view, near: middle, radius: 20, like: model)
    }
    return box.readings
}

/// Written by one task before the semaphore, and read by one thread after it.
private final class Box: @unchecked Sendable {
    var readings: [Reading] = []
}

private struct Input {
    private var bytes: ArraySlice<UInt8>

    init(bytes: [UInt8]) { self.bytes = bytes[...] }

    mutating func next() -> UInt8 { bytes.popFirst() ?? 0 }

    /// A number from −1 to 1.
    mutating func share() -> Double { Double(Int8(bitPattern: next())) / 128 }
}

private struct Picture {
    let width: Int
    let height: Int
    var pixels: [UInt8]

    init(width: Int, height: Int, ground: UInt8) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: ground, count: width * height)
    }

    mutating func fill(_ input: inout Input) {
        for index in pixels.indices { pixels[index] = input.next() }
    }

    /// Draws a symbol, maybe partly outside, and returns its message.
    mutating func draw(_ input: inout Input) -> [UInt8]? {
        let message = (0..<Int(input.next() % 24)).map { _ in input.next() }
        let sizes = SymbolSize.all
        let size = sizes[Int(input.next()) % sizes.count]
        guard let symbol = try? SymbolEncoder(shape: .exact(size)).encode(message) else { return nil }
        let module = 1.2 + 4 * abs(input.share())
        let angle = input.share() * .pi
        let center = SIMD2(
            Double(width) * (0.5 + 0.5 * input.share()), Double(height) * (0.5 + 0.5 * input.share()))
        let dark = input.next()
        let light = input.next()
        for y in 0..<height {
            for x in 0..<width {
                let offset = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - center
                let across = (offset.x * cos(angle) + offset.y * sin(angle)) / module + Double(size.columns) / 2
                let down = (offset.y * cos(angle) - offset.x * sin(angle)) / module + Double(size.rows) / 2
                guard across > -1, down > -1, across < Double(size.columns) + 1, down < Double(size.rows) + 1 else {
                    continue
                }
                let column = Int(across.rounded(.down))
                let row = Int(down.rounded(.down))
                let isDark =
                    column >= 0 && row >= 0 && column < size.columns && row < size.rows && symbol.matrix[row, column]
                pixels[y * width + x] = isDark ? dark : light
            }
        }
        return message
    }

    /// Paints a rectangle.
    mutating func paint(_ input: inout Input) {
        let left = Int(input.next()) % width
        let top = Int(input.next()) % height
        let right = min(width, left + Int(input.next() % 64))
        let bottom = min(height, top + Int(input.next() % 64))
        let value = input.next()
        for y in top..<bottom {
            for x in left..<right { pixels[y * width + x] = value }
        }
    }
}
