import EspySystem
import Foundation
import Synchronization

/// The names of tags and colors in other languages, from files with one line each: the English name, a tab, and the
/// words separated by commas, the most common one first.
///
/// The files are read when first needed. Missing files and invalid lines are ignored.
public final class ForeignWords: Sendable {
    private struct Words {
        /// English names by their translations, in lower case.
        var names: [String: [String]] = [:]
        /// The same without accents, as people often type.
        var plain: [String: [String]] = [:]
        /// The most common words of each language, by language tag.
        var usual: [String: [String]] = [:]
    }

    private let files: [String: String]
    private let loaded = Mutex<Words?>(nil)

    private static let limit = 1 << 20

    /// - Parameter files: paths by language tag, such as `de`.
    public init(files: [String: String]) { self.files = files }

    /// The English names for a word.
    func english(_ word: String) -> [String] {
        let word = word.lowercased()
        return use { $0.names[word] ?? $0.plain[word] ?? [] }
    }

    /// The most common words of a language that start with these letters.
    func words(_ language: String, beginning start: String) -> [String] {
        use { ($0.usual[language] ?? []).filter { $0.lowercased().hasPrefix(start) } }
    }

    private func use<Value: Sendable>(_ body: (Words) -> Value) -> Value {
        loaded.withLock { loaded in
            let words = loaded ?? read()
            loaded = words
            return body(words)
        }
    }

    private func read() -> Words {
        var all = Words()
        for (language, path) in files.sorted(by: { $0.key < $1.key }) {
            let bytes = (try? FileContents(path: path, limit: Self.limit).bytes) ?? []
            for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
                let parts = line.split(separator: "\t", maxSplits: 1)
                guard parts.count == 2 else { continue }
                let words = parts[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                    .filter { !$0.isEmpty }
                all.usual[language, default: []] += words.prefix(1)
                for word in words.map({ $0.lowercased() }) {
                    all.names[word, default: []].append(parts[0].lowercased())
                    let plain = word.folding(options: .diacriticInsensitive, locale: nil)
                    all.plain[plain, default: []].append(parts[0].lowercased())
                }
            }
        }
        return all
    }
}
