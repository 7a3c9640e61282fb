import EspyBase
import EspyCount
import EspyPixels

/// Detections as bytes, a sixth of their size as JSON: a photo may have thousands of them, and a hundred photos are
/// kept.
///
/// One byte with the version, then 29 bytes each, all little endian: x, y, width, height, confidence and doubt as
/// 32-bit floats, the cluster as a 32-bit integer, and a byte that is 1 when it is counted. A float holds a position in
/// a photo to a thousandth of a pixel; reading gives the shortest decimal number that stands for it.
///
/// Measured ones have version 2: their number follows it, as 32 bits, and after all of them come their outlines in the same
/// order: how many corners, 0 for none, then the color, and x and y of each corner in tenths of a pixel, 32 bits each.
enum PackedDetections {
    private static let plain: UInt8 = 1
    private static let measured: UInt8 = 2
    private static let size = 29
    /// Of a corner in pixels: as far as 32 bits reach.
    private static let farthest = 214_748_364.8

    /// - Returns: nil when a number is none, or too large for a float.
    static func pack(_ detections: [Count.Detection]) -> [UInt8]? {
        let isMeasured = detections.contains { $0.size != nil }
        var bytes = [isMeasured ? measured : plain]
        if isMeasured { append(UInt32(detections.count), to: &bytes) }
        bytes.reserveCapacity(bytes.count + detections.count * size)
        for detection in detections {
            let numbers = [
                detection.x, detection.y, detection.width, detection.height, detection.confidence, detection.doubt,
            ].map { Float($0) }
            let isNear = detection.size?.outline.allSatisfy { abs($0.x) <= farthest && abs($0.y) <= farthest } ?? true
            guard numbers.allSatisfy(\.isFinite), isNear else { return nil }
            for number in numbers { append(number.bitPattern, to: &bytes) }
            append(UInt32(bitPattern: Int32(clamping: detection.cluster)), to: &bytes)
            bytes.append(detection.main ? 1 : 0)
        }
        if isMeasured { for detection in detections { append(detection.size, to: &bytes) } }
        return bytes
    }

    /// - Returns: nil for bytes that were not packed by this.
    static func unpack(_ bytes: [UInt8]) -> [Count.Detection]? {
        switch bytes.first {
        case plain:
            guard (bytes.count - 1).isMultiple(of: size) else { return nil }
            return things(bytes, from: 1, count: bytes.count / size)
        case measured:
            guard bytes.count >= 5, let end = Int(exactly: word(bytes, 1)).map({ 5 + $0 * size }), end <= bytes.count,
                var detections = things(bytes, from: 5, count: (end - 5) / size)
            else { return nil }
            return addOutlines(to: &detections, bytes, from: end) ? detections : nil
        default: return nil
        }
    }

    private static func things(_ bytes: [UInt8], from start: Int, count: Int) -> [Count.Detection]? {
        var detections: [Count.Detection] = []
        detections.reserveCapacity(count)
        for place in 0..<count {
            let start = start + place * size
            func number(_ index: Int) -> Double {
                let float = Float(bitPattern: word(bytes, start + 4 * index))
                return Double(float.description) ?? Double(float)
            }
            let numbers = (0..<6).map(number)
            guard numbers.allSatisfy(\.isFinite) else { return nil }
            detections.append(
                Count.Detection(
                    x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3], confidence: numbers[4],
                    cluster: Int(Int32(bitPattern: word(bytes, start + 24))), main: bytes[start + 28] == 1,
                    doubt: numbers[5]))
        }
        return detections
    }

    /// Gives each its size again.
    ///
    /// - Returns: false when the bytes end too early, or go on.
    private static func addOutlines(to detections: inout [Count.Detection], _ bytes: [UInt8], from start: Int) -> Bool {
        var place = start
        for index in detections.indices {
            guard place + 4 <= bytes.count else { return false }
            let corners = Int(word(bytes, place))
            place += 4
            guard corners > 0 else { continue }
            guard corners <= bytes.count / 8, place + 4 + 8 * corners <= bytes.count else { return false }
            let color = (0..<3).map { bytes[place + $0] }
            func tenths(_ index: Int) -> Double { Double(Int32(bitPattern: word(bytes, place + 4 + 4 * index))) / 10 }
            let outline = (0..<corners).map { Point(x: tenths(2 * $0), y: tenths(2 * $0 + 1)) }
            detections[index].size = Count.Size(outline: outline, color: "#" + Hexadecimal.text(color))
            place += 4 + 8 * corners
        }
        return place == bytes.count
    }

    private static func append(_ size: Count.Size?, to bytes: inout [UInt8]) {
        append(UInt32(size?.outline.count ?? 0), to: &bytes)
        guard let size else { return }
        let color = Hexadecimal.bytes(String(size.color.dropFirst())) ?? []
        for place in 0..<4 { bytes.append(color.indices.contains(place) ? color[place] : 0) }
        for corner in size.outline {
            for number in [corner.x, corner.y] {
                append(UInt32(bitPattern: Int32(clamping: Int((number * 10).rounded()))), to: &bytes)
            }
        }
    }

    private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
    }

    private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
