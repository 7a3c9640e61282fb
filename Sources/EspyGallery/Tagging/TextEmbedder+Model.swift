public import EspyInference
import Foundation
import Synchronization

extension TextEmbedder {
    /// Embeds texts with the text half of a CLIP model, loaded on first use.
    ///
    /// - Parameters:
    ///   - image: the photo half.
    ///   - text: the matching text half.
    ///   - load: loads the model of `text`.
    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``, ``InferenceError/wrongShape(id:expected:found:)`` if
    ///   the two do not match
    public init(
        image: ModelEntry, text: ModelEntry, load: @escaping @Sendable () throws(InferenceError) -> TextModel
    ) throws(InferenceError) {
        guard image.task == .embedder else { throw .wrongTask(id: image.id, expected: .embedder, found: image.task) }
        guard text.task == .text else { throw .wrongTask(id: text.id, expected: .text, found: text.task) }
        guard image.space == text.space, image.output.columns == text.output.columns else {
            throw .wrongShape(
                id: text.id, expected: "\(image.output.columns) numbers in the space of \(image.id)",
                found: "\(text.output.columns) in \(text.space ?? "none")")
        }
        let names = [image, text].map(\.version)
        let half = TextHalf(load)
        self.init(version: "\(names.joined(separator: "+")) \(MeaningBackground.version)", half.vector)
    }
}

/// The text half of a CLIP model.
private final class TextHalf: Sendable {
    private let load: @Sendable () throws(InferenceError) -> TextModel
    private let state = Mutex(State())

    private struct State {
        var reader: (model: TextModel, tokenizer: TextTokenizer)?
        /// The error from loading it: retrying with each search would take long, and fail again.
        var failure: InferenceError?
        var known: [String: [Float]] = [:]
    }

    /// Number of cached vectors: the next page of results needs the same one again.
    private static let mostKnown = 256

    init(_ load: @escaping @Sendable () throws(InferenceError) -> TextModel) { self.load = load }

    @Sendable func vector(of text: String) throws(InferenceError) -> [Float] {
        try state.withLock { (state) throws(InferenceError) -> [Float] in
            if let known = state.known[text] { return known }
            let vector = try Self.vector(of: text, try reader(&state))
            if state.known.count >= Self.mostKnown { state.known = [:] }
            state.known[text] = vector
            return vector
        }
    }

    private func reader(_ state: inout State) throws(InferenceError) -> (model: TextModel, tokenizer: TextTokenizer) {
        if let reader = state.reader { return reader }
        if let failure = state.failure { throw failure }
        do throws(InferenceError) {
            let model = try load()
            let path = model.vocabularyPath
            guard let file = FileManager.default.contents(atPath: path) else {
                throw .badManifest(path: path, reason: "it is missing or unreadable")
            }
            let pieces = try WordPieces([UInt8](file), count: model.entry.input.tokens, path: path)
            let reader = (model, TextTokenizer(pieces))
            state.reader = reader
            return reader
        } catch {
            state.failure = error
            throw error
        }
    }

    private static func vector(
        of text: String, _ reader: (model: TextModel, tokenizer: TextTokenizer)
    ) throws(InferenceError) -> [Float] {
        let tokens = reader.tokenizer.tokens(of: text, length: reader.model.entry.input.length)
        guard let unit = Vectors.unit(try reader.model.run(tokens)) else { throw .notFinite(id: reader.model.entry.id) }
        return unit
    }
}

/// Converts text to the tokens that CLIP's text half was trained with (A. Radford et al., 2021).
///
/// Text is converted to lower case and split into words: letters, single digits, runs of other characters, and English
/// endings such as `'s`. Each word consists of pieces. The markers for the start and end of a text have no special
/// meaning inside the text, since users may type them.
package struct TextTokenizer: Sendable {
    private let pieces: WordPieces

    package init(_ pieces: WordPieces) { self.pieces = pieces }

    /// - Parameter length: maximum number of tokens; a longer text is cut off, but keeps its end marker.
    package func tokens(of text: String, length: Int) -> [Int] {
        var tokens = [pieces.beginning]
        for word in Self.words(of: text) {
            tokens += pieces.pieces(of: word)
            if tokens.count >= length { break }
        }
        return tokens.prefix(max(length, 2) - 1) + [pieces.end]
    }

    /// The words of a text.
    package static func words(of text: String) -> [String] {
        let scalars = Array(text.precomposedStringWithCanonicalMapping.lowercased().unicodeScalars)
        var words: [String] = []
        var next = 0
        while next < scalars.count {
            let count = length(of: scalars[next...])
            if count > 0 {
                var word = String.UnicodeScalarView()
                word.append(contentsOf: scalars[next..<next + count])
                words.append(String(word))
            }
            next += max(count, 1)
        }
        return words
    }

    private static let endings = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"].map { Array($0.unicodeScalars) }

    private enum Kind { case space, letter, number, other }

    /// The number of characters at the start that form one word; 0 at a blank.
    private static func length(of scalars: ArraySlice<Unicode.Scalar>) -> Int {
        guard let first = scalars.first else { return 0 }
        if first == "'", let ending = endings.first(where: { scalars.starts(with: $0) }) { return ending.count }
        switch kind(first) {
        case .space: return 0
        case .number: return 1
        case .letter: return scalars.prefix { kind($0) == .letter }.count
        case .other: return scalars.prefix { kind($0) == .other }.count
        }
    }

    private static func kind(_ scalar: Unicode.Scalar) -> Kind {
        if scalar.properties.isWhitespace || (0x1C...0x1F).contains(scalar.value) { return .space }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: .letter
        case .decimalNumber, .letterNumber, .otherNumber: .number
        default: .other
        }
    }
}

/// The pieces that form words, as in CLIP's vocabulary (R. Sennrich et al., 2016).
///
/// Every byte is a piece, once inside a word and once at its end; then each line of the file joins two pieces into a
/// new one; the start and end markers come last. A piece is identified by its number in that order.
package struct WordPieces: Sendable {
    /// The result of joining two pieces, by their numbers. Earlier lines of the file have smaller numbers, and apply
    /// first.
    private let joined: [UInt64: Int]
    /// The number of pieces, including the start and end markers.
    package let count: Int

    package var beginning: Int { count - 2 }
    package var end: Int { count - 1 }

    /// The number of each byte inside a word; 256 more for the same at its end.
    private static let numbers: [Int] = {
        var numbers = [Int](repeating: 0, count: 256)
        for (number, byte) in order.enumerated() { numbers[byte] = number }
        return numbers
    }()

    /// Reads the file `merges.txt`, or its longer form `bpe_simple_vocab_16e6.txt`.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - count: number of pieces that the model knows; further lines are not read. Nil: all.
    /// - Throws: ``InferenceError/badManifest(path:reason:)`` if a line is invalid, or there are too few.
    package init(_ bytes: [UInt8], count: Int?, path: String) throws(InferenceError) {
        func fail(_ reason: String) -> InferenceError { .badManifest(path: path, reason: reason) }
        guard bytes.count <= ModelVocabulary.byteLimit else { throw fail("it is too large for a vocabulary") }
        var numbers = Self.spelled()
        var joined: [UInt64: Int] = [:]
        let most = (count ?? ModelInput.tokenLimit) - ModelInput.fewestTokens
        var line = 0
        for text in bytes.split(separator: 0x0A) {
            line += 1
            // The file starts with its name and version.
            if line == 1, text.firstRange(of: Array("#version".utf8)) != nil { continue }
            guard joined.count < most else { break }
            let parts = text.split(separator: 0x20)
            guard parts.count == 2, let first = numbers[parts[0]], let second = numbers[parts[1]] else {
                throw fail("line \(line) does not join two earlier pieces")
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
    func pieces(of word: String) -> [Int] {
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

    /// Joins all pairs that form this piece, from the left.
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

    /// Printable bytes come first, in three runs; the others follow.
    private static let order: [Int] = {
        let plain = Array(0x21...0x7E) + Array(0xA1...0xAC) + Array(0xAE...0xFF)
        return plain + (0...0xFF).filter { !plain.contains($0) }
    }()

    /// The file's spelling of each byte: unprintable ones are letters from U+0100 on.
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
