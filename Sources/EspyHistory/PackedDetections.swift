import EspyCount

/// Detections as bytes, a sixth of their size as JSON: a photo may have thousands of them, and a hundred photos are
/// kept.
///
/// One byte with the version, then 29 bytes each, all little endian: x, y, width, height, confidence and doubt as
/// 32-bit floats, the cluster as a 32-bit integer, and a byte that is 1 when it is counted. A float holds a position in
/// a photo to a thousandth of a pixel; reading gives the shortest decimal number that stands for it.
enum PackedDetections {
    private static let version: UInt8 = 1
    private static let size = 29

    /// - Returns: nil when a number is none, or too large for a float.
    static func pack(_ detections: [Count.Detection]) -> [UInt8]? {
        var bytes = [version]
        bytes.reserveCapacity(1 + detections.count * size)
        for detection in detections {
            let numbers = [
                detection.x, detection.y, detection.width, detection.height, detection.confidence, detection.doubt,
            ].map { Float($0) }
            guard numbers.allSatisfy(\.isFinite) else { return nil }
            for number in numbers { append(number.bitPattern, to: &bytes) }
            append(UInt32(bitPattern: Int32(clamping: detection.cluster)), to: &bytes)
            bytes.append(detection.main ? 1 : 0)
        }
        return bytes
    }

    /// - Returns: nil for bytes that were not packed by this.
    static func unpack(_ bytes: [UInt8]) -> [Count.Detection]? {
        guard bytes.first == version, (bytes.count - 1).isMultiple(of: size) else { return nil }
        var detections: [Count.Detection] = []
        detections.reserveCapacity(bytes.count / size)
        for start in stride(from: 1, to: bytes.count, by: size) {
            func word(_ index: Int) -> UInt32 {
                (0..<4).reduce(0) { $0 | UInt32(bytes[start + 4 * index + $1]) << UInt32(8 * $1) }
            }
            func number(_ index: Int) -> Double {
                let float = Float(bitPattern: word(index))
                return Double(float.description) ?? Double(float)
            }
            let numbers = (0..<6).map(number)
            guard numbers.allSatisfy(\.isFinite) else { return nil }
            detections.append(
                Count.Detection(
                    x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3], confidence: numbers[4],
                    cluster: Int(Int32(bitPattern: word(6))), main: bytes[start + 28] == 1, doubt: numbers[5]))
        }
        return detections
    }

    private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
