public import EspyInference

/// The embedding of a photo by a model that embeds photos and texts in one space.
public struct PhotoMeaning: Sendable, Equatable {
    /// Of length 1. The cosine with a text's vector measures how well the text fits, compared to other texts.
    public let vector: [Float]
    /// The cosine that a text must exceed to fit better than texts that fit any photo; see `MeaningBackground`.
    public let background: Float

    package init(vector: [Float], background: Float) { (self.vector, self.background) = (vector, background) }
}

/// Embeds texts in the space of photos. Made by the front ends, which know where models are.
public struct TextEmbedder: Sendable {
    /// Identifies the models of texts and photos, and everything else that must match for vectors to be comparable.
    public let version: String
    private let work: @Sendable (String) throws(InferenceError) -> [Float]

    /// - Parameter work: embeds one text, like ``vector(of:)``.
    package init(version: String, _ work: @escaping @Sendable (String) throws(InferenceError) -> [Float]) {
        (self.version, self.work) = (version, work)
    }

    /// - Parameter text: a sentence or part of one, in natural language.
    /// - Returns: a vector of length 1.
    /// - Throws: why the model cannot be used.
    public func vector(of text: String) throws(InferenceError) -> [Float] { try work(text) }
}

extension PhotoMeaning {
    /// The stored form: a factor as Float32, then each number as 16 bits, all little-endian.
    package var bytes: [UInt8] {
        let largest = vector.reduce(0) { max($0, abs($1)) }
        let factor = largest / 32_767
        guard factor > 0, factor.isFinite else { return [] }
        return vector.reduce(into: Vectors.bytes([factor])) { bytes, value in
            let number = Int16(max(-32_767, min(32_767, (value / factor).rounded())))
            bytes += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
        }
    }

    /// Decodes the stored form; empty where it is damaged.
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

/// Stored embeddings.
enum Vectors {
    /// - Parameter bytes: little-endian Float32.
    static func floats(_ bytes: [UInt8]) -> [Float] {
        bytes.withUnsafeBytes(floats)
    }

    static func floats(_ raw: UnsafeRawBufferPointer) -> [Float] { (0..<raw.count / 4).map { float(raw, $0) } }

    static func float(_ raw: UnsafeRawBufferPointer, _ index: Int) -> Float {
        Float(bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)))
    }

    /// Normalized to length 1; nil for a vector without a direction.
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
