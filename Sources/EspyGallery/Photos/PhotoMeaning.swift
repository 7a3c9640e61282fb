public import EspyInference

/// What a photo shows, as a model sees it that puts photos and texts into one space.
public struct PhotoMeaning: Sendable, Equatable {
    /// Of length 1. The cosine with that of a text tells how well the text fits, beside other texts.
    public let vector: [Float]
    /// What a text's cosine must exceed to fit better than all that is said of any photo; see `MeaningBackground`.
    public let background: Float

    package init(vector: [Float], background: Float) { (self.vector, self.background) = (vector, background) }
}

/// Puts texts into the space of photos; made by the faces, which know where models are.
public struct TextMeaning: Sendable {
    /// The models of texts and of photos, and what else must be the same for two vectors to be compared.
    public let version: String
    private let work: @Sendable (String) throws(InferenceError) -> [Float]

    /// - Parameter work: puts one text there, as ``vector(of:)`` does.
    package init(version: String, _ work: @escaping @Sendable (String) throws(InferenceError) -> [Float]) {
        (self.version, self.work) = (version, work)
    }

    /// - Parameter text: a whole sentence or a part of one, as a person would write it.
    /// - Returns: a vector of length 1.
    /// - Throws: why the model cannot be used.
    public func vector(of text: String) throws(InferenceError) -> [Float] { try work(text) }
}

extension PhotoMeaning {
    /// The vector as it is kept: a factor as Float32, then each number as 16 bits, all little-endian.
    package var bytes: [UInt8] {
        let largest = vector.reduce(0) { max($0, abs($1)) }
        let factor = largest / 32_767
        guard factor > 0, factor.isFinite else { return [] }
        return vector.reduce(into: Vectors.bytes([factor])) { bytes, value in
            let number = Int16(max(-32_767, min(32_767, (value / factor).rounded())))
            bytes += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
        }
    }

    /// The vector of what was kept; empty where that is damaged.
    package static func vector(_ bytes: [UInt8]) -> [Float] {
        guard bytes.count > 4, bytes.count % 2 == 0 else { return [] }
        return bytes.withUnsafeBytes { raw in
            let factor = Vectors.float(raw, 0)
            guard factor > 0, factor.isFinite else { return [] }
            return (0..<(raw.count - 4) / 2).map { place in
                Float(Int16(littleEndian: raw.loadUnaligned(fromByteOffset: 4 + 2 * place, as: Int16.self))) * factor
            }
        }
    }
}

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
