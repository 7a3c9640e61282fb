import DataMatrix
import EspyPixels

/// A reading with what the rack asks of it again and again.
struct SeenCode: Sendable, Equatable {
    let reading: Reading
    let value: String
    let isHex: Bool
    let corners: Quad
    let center: Point
    /// Mean side in pixels.
    let side: Double

    init(_ reading: Reading) {
        self.reading = reading
        (value, isHex) = reading.message.shown
        corners = Quad(corners: reading.corners)
        center = Point(x: reading.center.x, y: reading.center.y)
        side = (corners.meanWidth + corners.meanHeight) / 2
    }

    /// More to rely on than another reading: seen twice, then with less to correct.
    func isSurer(than other: SeenCode) -> Bool {
        if reading.isConfirmed != other.reading.isConfirmed { return reading.isConfirmed }
        return doubt < other.doubt
    }

    private var doubt: Int { 2 * reading.errorsCorrected + reading.erasures }

    /// Every code once. The same value twice within less than the breadth of a symbol is one symbol seen twice; so are
    /// two values in one spot, of which at most one can be right.
    static func distinct(_ readings: [Reading]) -> [SeenCode] {
        var kept: [SeenCode] = []
        for code in readings.map(SeenCode.init) {
            guard let index = kept.firstIndex(where: { $0.isSameSpot(as: code) }) else {
                kept.append(code)
                continue
            }
            if code.isSurer(than: kept[index]) { kept[index] = code }
        }
        return kept
    }

    private func isSameSpot(as other: SeenCode) -> Bool {
        // In a usual photo of a box 60 pixels are about half a pitch, or one and a half symbols.
        let reach = value == other.value ? 1.5 : 0.5
        return center.distance(to: other.center) < reach * max(side, other.side)
    }

    /// As it appears in the result: positions rounded to a hundredth of a pixel, which is finer than they are known.
    var asCode: Rack.Code {
        let message = reading.message
        var code = Rack.Code(
            value: value, isHex: isHex, corners: corners.map { $0.rounded }, symbol: reading.size.description,
            errorsCorrected: reading.errorsCorrected, bytes: message.bytes)
        code.interpretations = message.interpretations
        code.part = message.structuredAppend
        code.isReaderProgramming = message.isReaderProgramming
        return code
    }
}

extension Quad {
    /// Clockwise corners as the convention of quads has it; a mirrored symbol keeps its finder corner.
    fileprivate init(corners: [SIMD2<Double>]) {
        let points = corners.map { Point(x: $0.x, y: $0.y) }
        let quad = Quad(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
        self =
            quad.signedArea >= 0
            ? quad
            : Quad(topLeft: points[2], topRight: points[1], bottomRight: points[0], bottomLeft: points[3])
    }
}

extension Point {
    /// To a hundredth of a pixel.
    var rounded: Point { Point(x: (x * 100).rounded() / 100, y: (y * 100).rounded() / 100) }
}
