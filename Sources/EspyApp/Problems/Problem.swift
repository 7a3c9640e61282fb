import Espy
import EspyCodecs
import EspyInference
import EspyStore
package import EspySystem
import EspyText
import Foundation

/// Every error in words, each with its cause and with advice.
///
/// A problem is why one input gave no result, or a command ended: a stable name for programs, and a sentence for people
/// that says what is wrong and what to do.
package struct Problem: Error, Sendable, Equatable {
    package let kind: String
    /// For who sits at the machine.
    package let message: String
    /// What HTTP tells it apart by; nil for what has no code of its own there.
    package let code: Code?
    /// The same for who may be elsewhere: without paths of this machine, and without flags.
    package let detail: String

    /// The codes of HTTP that errors of the library have; several kinds share one.
    package enum Code: Sendable {
        case notAnImage, tooManyPixels, damaged, tooLarge, unprocessable, notFound, recipeExists, recipesUnusable
        case historyUnusable, entryDamaged, changedElsewhere, galleryUnusable, modelUnavailable, settingsUnusable, busy,
            diskFull
        case cancelled, internalError
        case noInbox, uploadGone, wrongOffset, uploadDamaged
    }

    package init(_ kind: String, _ message: String) { self.init(kind, nil, message: message, detail: message) }

    package init(_ kind: String, _ code: Code?, message: String, detail: String) {
        (self.kind, self.code, self.message, self.detail) = (kind, code, message, detail)
    }

    /// A row of the table.
    ///
    /// - Parameters:
    ///   - cause: what is wrong.
    ///   - advice: what to do.
    ///   - command: what to do on the command line, where that is something else.
    ///   - path: of the file of Espy's own that it is about.
    init(
        _ kind: String, _ code: Code?, _ cause: String, _ advice: String? = nil, command: String? = nil,
        path: String? = nil
    ) {
        let message = [cause, command ?? advice].compactMap(\.self).joined(separator: "; ")
        let detail = [cause, advice].compactMap(\.self).joined(separator: "; ")
        self.init(kind, code, message: path.map { "\(printable($0)): \(message)" } ?? message, detail: detail)
    }

    package init(_ error: FileError) { self.init("file", error.text) }

    /// With the name of the file, for what is told without an input.
    package static func named(_ error: FileError, _ kind: String = "file") -> Problem {
        Problem(kind, nil, error.text, path: error.path)
    }

    /// Whatever a command threw.
    package init(any error: any Error) {
        switch error {
        case let error as Problem: self = error
        case let error as FileError: self = .named(error)
        case let error as ImageError: self.init(error)
        case let error as InferenceError: self.init(error)
        case let error as CountError: self.init(error)
        case let error as RackError: self.init(error)
        case let error as ShelfError: self.init(error)
        case let error as RecipeError: self.init(error)
        case let error as TextError: self.init(error)
        case let error as HistoryError: self.init(error)
        case let error as GalleryError: self.init(error)
        case let error as CatalogueError: self.init(error)
        case let error as StoreError: self.init(error)
        default: self.init("unexpected", printable("\(error)"))
        }
    }
}

extension Problem: Encodable {
    private enum CodingKeys: CodingKey { case kind, message }
}

extension FileError {
    /// What is wrong, and what to do, without the name of the file.
    package var text: String {
        switch cause {
        case .folder: "is a folder; name a file"
        case .special: "is not a regular file; to read a pipe or a device, use - and redirect it"
        case .larger(let bytes): "is larger than the limit of \(bytes >> 20) MB; export it smaller"
        case .system(let code): Self.text(of: code)
        }
    }

    private static func text(of code: Int32) -> String {
        let advice =
            switch code {
            case ENOENT: "check the name"
            case EACCES, EPERM: "change its permissions, or run as the user that owns it"
            case ENOSPC, EDQUOT: "free some space and run again"
            case EROFS: "choose another folder"
            case EEXIST: "it is not replaced; move it to get a new one"
            case ENOTDIR: "part of the path is a file, not a folder"
            case EMFILE, ENFILE: "lower --threads, or raise ulimit -n"
            default: "check the disk and run again"
            }
        let what = String(cString: strerror(code))
        return "\(what.prefix(1).lowercased() + what.dropFirst()); \(advice)"
    }
}

/// Text from outside (file names, codes) as it may reach a terminal: control characters become `\u{…}`.
package func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate:
            result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// A word of the user's, in a message: control characters cannot reach the terminal.
package func quoted(_ text: String) -> String { "“\(printable(text))”" }

/// JSON as the program writes it: keys in order, so that two runs can be compared.
package enum JSONText {
    /// One line, with its end.
    package static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}

/// Finds what a mistyped word was probably meant to be.
package enum Suggestion {
    /// The closest of `words`, if it is close enough to be worth saying.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let limit = max(1, word.count / 3)
        let scored = words.map { (word: $0, distance: distance(word, $0)) }
        guard let best = scored.min(by: { $0.distance < $1.distance }), best.distance <= limit else { return nil }
        return best.word
    }

    /// Edits that turn one word into the other: insert, delete, replace, or swap two neighbors (optimal string
    /// alignment).
    package static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a), Array(b))
        var older = [Int](repeating: 0, count: b.count + 1)
        var previous = Array(0...b.count)
        for i in 0..<a.count {
            var current = [i + 1] + [Int](repeating: 0, count: b.count)
            for j in 0..<b.count {
                let replace = previous[j] + (a[i] == b[j] ? 0 : 1)
                current[j + 1] = min(replace, previous[j + 1] + 1, current[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    current[j + 1] = min(current[j + 1], older[j - 1] + 1)
                }
            }
            (older, previous) = (previous, current)
        }
        return previous[b.count]
    }
}
