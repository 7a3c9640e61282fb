/// Detections as bytes, a sixth of their size as JSON: a photo may have thousands of them, and a hundred photos are
/// kept.
///
/// One byte with the version, then 29 bytes each, all little endian: x, y, width, height, confidence and doubt as
/// 32-bit floats, the cluster as a 32-bit integer, and a byte that is 1 when it is counted. A float holds a position in
/// a photo to a thousandth of a pixel; reading gives the shortest decimal number that stands for it.
enum PackedDetections {
    private static let version: UInt8 = 1
    private static let size = 29

    static func pack(_ detections: [Count.Detection]) -> [UInt8] {
        var bytes = [version]
        bytes.reserveCapacity(1 + detections.count * size)
        for detection in detections {
            for number in [
                detection.x, detection.y, detection.width, detection.height, detection.confidence, detection.doubt,
            ] {
                append(Float(number).bitPattern, to: &bytes)
            }
            append(UInt32(bitPattern: Int32(clamping: detection.cluster)), to: &bytes)
            bytes.append(detection.main ? 1 : 0)
        }
        return bytes
    }

    /// - Returns: nil for bytes that were not packed by this.
    static func unpack(_ bytes: [UInt8]) -> [Count.Detection]? {
        guard bytes.first == version, (bytes.count - 1).isMultiple(of: size) else { return nil }
        return stride(from: 1, to: bytes.count, by: size).map { start in
            func word(_ index: Int) -> UInt32 {
                (0..<4).reduce(0) { $0 | UInt32(bytes[start + 4 * index + $1]) << UInt32(8 * $1) }
            }
            func number(_ index: Int) -> Double {
                let float = Float(bitPattern: word(index))
                return Double(float.description) ?? Double(float)
            }
            return Count.Detection(
                x: number(0), y: number(1), width: number(2), height: number(3), confidence: number(4),
                cluster: Int(Int32(bitPattern: word(6))), main: bytes[start + 28] == 1, doubt: number(5))
        }
    }

    private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
