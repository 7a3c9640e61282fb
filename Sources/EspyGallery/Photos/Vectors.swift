/// Embeddings as they are kept.
enum Vectors {
    /// - Parameter bytes: little-endian Float32.
    static func floats(_ bytes: [UInt8]) -> [Float] {
        bytes.withUnsafeBytes(floats)
    }

    static func floats(_ raw: UnsafeRawBufferPointer) -> [Float] { (0..<raw.count / 4).map { float(raw, $0) } }

    static func float(_ raw: UnsafeRawBufferPointer, _ index: Int) -> Float {
        Float(bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)))
    }

    /// Brought to length 1; nil for one that has no direction.
    static func unit(_ values: [Float]) -> [Float]? {
        let length = values.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
        guard length.isFinite, length > 0 else { return nil }
        let unit = values.map { Float(Double($0) / length) }
        return unit.allSatisfy(\.isFinite) ? unit : nil
    }

    static func dot(_ one: [Float], _ other: [Float]) -> Float { zip(one, other).reduce(0) { $0 + $1.0 * $1.1 } }

    static func bytes(_ floats: [Float]) -> [UInt8] {
        let words = floats.map { $0.bitPattern.littleEndian }
        return words.withUnsafeBytes { Array($0) }
    }
}
