import Espy
import EspyInference
import EspySamples
import Testing

/// Texts as CLIP reads them, with a vocabulary of three words.
struct TokenizerTests {
    private static func pieces(_ text: String, count: Int? = nil) throws -> WordPieces {
        try WordPieces(Array(text.utf8), count: count, path: "merges.txt")
    }

    private static let tiny = Result { TextTokenizer(try pieces(TinyMeaning.merges, count: TinyMeaning.tokens)) }

    private func tokens(_ text: String, length: Int = 77) throws -> [Int] {
        try Self.tiny.get().tokens(of: text, length: length)
    }

    @Test func wordsAreJoinedInTheOrderOfTheFile() throws {
        #expect(try tokens("red") == [520, 513, 521])
        #expect(try tokens("green blue") == [520, 516, 519, 521])
        // Inside a longer word, the end is missing: `re`, then letters.
        #expect(try tokens("redo") == [520, 512, 67, 78 + 256, 521])
    }

    /// Bytes are numbered as by CLIP's publisher: printable ones first, starting with `!`.
    @Test func bytesHaveTheNumbersOfThePublisher() throws {
        #expect(try tokens("!") == [520, 256, 521])
        #expect(try tokens("a") == [520, 64 + 256, 521])
        let accented = try tokens("é")
        // Two bytes, C3 and A9: the 34th and the 9th of those after the ASCII ones.
        #expect(accented == [520, 94 + 12 + 0xC3 - 0xAE, 94 + 0xA9 - 0xA1 + 256, 521])
    }

    @Test func lettersDigitsEndingsAndSignsAreWords() {
        #expect(
            TextTokenizer.words(of: "It's 42, don't!!  É\u{A0}x") == [
                "it", "'s", "4", "2", ",", "don", "'t", "!!", "é", "x",
            ])
        #expect(
            TextTokenizer.words(of: "we'll they've I'm he'd you're") == [
                "we", "'ll", "they", "'ve", "i", "'m", "he", "'d", "you", "'re",
            ])
        // The quote belongs to the punctuation before it.
        #expect(TextTokenizer.words(of: "--'s") == ["--'", "s"])
        #expect(TextTokenizer.words(of: "e\u{301}") == ["é"])
        #expect(TextTokenizer.words(of: " \t\n") == [])
    }

    @Test func longTextsAreCutAndKeepTheirEnd() throws {
        let long = try tokens(String(repeating: "red ", count: 500))
        #expect(long.count == 77)
        #expect(long.first == 520)
        #expect(long.last == 521)
        #expect(long.dropFirst().dropLast().allSatisfy { $0 == 513 })
        #expect(try tokens("") == [520, 521])
        #expect(try tokens("red", length: 0) == [520, 521])
    }

    /// Users may type the text that marks the end.
    @Test func endOfTextIsOrdinaryText() throws {
        #expect(try tokens("<|endoftext|>").dropLast().allSatisfy { $0 < 521 })
    }

    @Test(arguments: [
        ("#version: 0.2\nr e\nre q d", "line 3"), ("#version: 0.2\nxx y", "line 2"), ("r e\nr e", "line 2"),
        ("r", "line 1"), ("\u{FF} \u{FE}\u{301}", "line 1"),
    ])
    func damagedVocabularyIsRefused(text: String, place: String) throws {
        let error = #expect(throws: InferenceError.self) { try Self.pieces(text) }
        guard case .badManifest(_, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains(place), "\(reason)")
    }

    @Test func vocabularyOfAnotherModelIsRefused() throws {
        #expect(throws: InferenceError.self) { try Self.pieces(TinyMeaning.merges, count: TinyMeaning.tokens + 1) }
        // The full file has more lines than the model has tokens.
        #expect(try Self.pieces(TinyMeaning.merges, count: 516).count == 516)
        #expect(throws: InferenceError.self) { try WordPieces([], count: 49_408, path: "x") }
        #expect(try Self.pieces("").count == 514)
        let huge = [UInt8](repeating: 0x61, count: ModelVocabulary.byteLimit + 1)
        #expect(throws: InferenceError.self) { try WordPieces(huge, count: nil, path: "x") }
    }

    @Test func anyBytesAreReadOrRefused() {
        let parts = Array("re d</w>\n #\u{FF}\0".utf8)
        var state: UInt64 = 7
        for _ in 0..<300 {
            let bytes = (0..<60).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1
                return parts[Int(state >> 33) % parts.count]
            }
            let pieces = try? WordPieces(bytes, count: nil, path: "x")
            let tokens = pieces.map { TextTokenizer($0).tokens(of: "red red", length: 9) } ?? []
            #expect(tokens.allSatisfy { (0..<(pieces?.count ?? 0)).contains($0) })
        }
    }
}
