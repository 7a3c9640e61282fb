package import EspyInference

/// The pieces that words are put together from, as CLIP's vocabulary lists them (R. Sennrich et al., 2016).
///
/// Every byte is a piece, once within a word and once at its end; then each line of the file joins two pieces into a new
/// one; then come beginning and end of a text. A piece is known by its number in that order.
package struct WordPieces: Sendable {
    /// Which piece two of them make, by their numbers. Those that stand earlier in the file have smaller numbers, and
    /// are made first.
    private let joined: [UInt64: Int]
    /// How many pieces there are, those for beginning and end included.
    package let count: Int

    package var beginning: Int { count - 2 }
    package var end: Int { count - 1 }

    /// The number of each byte within a word; 256 more for the same at its end.
    private static let numbers: [Int] = {
        var numbers = [Int](repeating: 0, count: 256)
        for (number, byte) in order.enumerated() { numbers[byte] = number }
        return numbers
    }()

    /// Reads the file `merges.txt`, or its longer form `bpe_simple_vocab_16e6.txt`.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - count: how many pieces the model knows; more lines than that has are not read. Nil: all.
    /// - Throws: ``InferenceError/badManifest(path:reason:)`` where a line makes no sense, or there are too few.
    package init(_ bytes: [UInt8], count: Int?, path: String) throws(InferenceError) {
        func fail(_ reason: String) -> InferenceError { .badManifest(path: path, reason: reason) }
        guard bytes.count <= ModelVocabulary.byteLimit else { throw fail("it is too large for a vocabulary") }
        var numbers = Self.spelled()
        var joined: [UInt64: Int] = [:]
        let most = (count ?? ModelInput.tokenLimit) - ModelInput.fewestTokens
        var line = 0
        for text in bytes.split(separator: 0x0A) {
            line += 1
            // The file begins with its name and version.
            if line == 1, text.firstRange(of: Array("#version".utf8)) != nil { continue }
            guard joined.count < most else { break }
            let parts = text.split(separator: 0x20)
            guard parts.count == 2, let first = numbers[parts[0]], let second = numbers[parts[1]] else {
                throw fail("line \(line) is no pair of pieces that are known before it")
            }
            let piece = parts[0] + parts[1]
            let number = 512 + joined.count
            guard numbers.updateValue(number, forKey: piece) == nil,
                joined.updateValue(number, forKey: Self.key(first, second)) == nil
            else { throw fail("line \(line) makes a piece that is there already") }
        }
        self.count = joined.count + ModelInput.fewestTokens
        self.joined = joined
        if let count, count != self.count {
            throw fail("it has \(self.count) pieces instead of \(count): it belongs to another model")
        }
    }

    /// The pieces of one word.
    package func pieces(of word: String) -> [Int] {
        var pieces = word.utf8.map { Self.numbers[Int($0)] }
        guard let last = pieces.popLast() else { return [] }
        pieces.append(last + 256)
        while pieces.count > 1 {
            let best = pieces.indices.dropLast().lazy.compactMap { joined[Self.key(pieces[$0], pieces[$0 + 1])] }.min()
            guard let best else { break }
            pieces = join(pieces, into: best)
        }
        return pieces
    }

    /// All pairs that make this piece are joined, from the left.
    private func join(_ pieces: [Int], into piece: Int) -> [Int] {
        var after: [Int] = []
        var next = 0
        while next < pieces.count {
            if next + 1 < pieces.count, joined[Self.key(pieces[next], pieces[next + 1])] == piece {
                after.append(piece)
                next += 2
            } else {
                after.append(pieces[next])
                next += 1
            }
        }
        return after
    }

    private static func key(_ first: Int, _ second: Int) -> UInt64 { UInt64(first) << 32 | UInt64(second) }

    /// Bytes that are printed as themselves come first, in three runs; the others follow.
    private static let order: [Int] = {
        let plain = Array(0x21...0x7E) + Array(0xA1...0xAC) + Array(0xAE...0xFF)
        return plain + (0...0xFF).filter { !plain.contains($0) }
    }()

    /// How the file writes each byte: those that cannot be printed as letters from U+0100 on.
    private static func spelled() -> [ArraySlice<UInt8>: Int] {
        var spelled: [ArraySlice<UInt8>: Int] = [:]
        for (number, byte) in order.enumerated() {
            let code = number < 188 ? byte : 0x100 + number - 188
            let text = String(Unicode.Scalar(UInt16(code)).map(Character.init) ?? " ")
            spelled[Array(text.utf8)[...]] = number
            spelled[Array("\(text)</w>".utf8)[...]] = number + 256
        }
        return spelled
    }
}
