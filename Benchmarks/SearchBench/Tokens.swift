import Espy
import Foundation

/// Cuts texts into tokens as `espy gallery search` does it.
enum Tokens {
    /// - Parameter path: of CLIP's `merges.txt`. Texts come from standard input as an array in JSON, and their tokens go to
    ///   standard output as one.
    static func run(_ path: String) throws {
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        let tokenizer = TextTokenizer(try WordPieces([UInt8](file), count: 49_408, path: path))
        let texts = try JSONDecoder().decode(
            [String].self, from: FileHandle.standardInput.readDataToEndOfFile())
        FileHandle.standardOutput.write(try JSONEncoder().encode(texts.map { tokenizer.tokens(of: $0, length: 77) }))
    }
}
