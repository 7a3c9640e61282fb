import Espy
import Foundation

/// Splits texts into tokens like `espy gallery search`.
enum Tokens {
    /// - Parameter path: CLIP's `merges.txt`. Texts are read from standard input as a JSON array, and their tokens are
    ///   written
    ///   to standard output as one.
    static func run(_ path: String) throws {
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        let tokenizer = TextTokenizer(try WordPieces([UInt8](file), count: 49_408, path: path))
        let texts = try JSONDecoder().decode(
            [String].self, from: FileHandle.standardInput.readDataToEndOfFile())
        FileHandle.standardOutput.write(try JSONEncoder().encode(texts.map { tokenizer.tokens(of: $0, length: 77) }))
    }
}
