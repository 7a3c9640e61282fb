import Espy
import EspyCodecs
import EspyInference
import EspyStore
package import EspySystem
import EspyText
import Foundation

/// Why one input gave no result, or a command ended: a stable name for programs, and a message for users that says what
/// is wrong and what to do.
package struct Problem: Error, Sendable, Equatable {
    package let kind: String
    /// For local users.
    package let message: String
    /// The HTTP problem code; nil for problems without one.
    package let code: Code?
    /// The message for remote clients: without local paths and flags.
    package let detail: String

    /// The HTTP codes for errors of the library; several kinds share one.
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

    /// Makes a problem.
    ///
    /// - Parameters:
    ///   - cause: What is wrong.
    ///   - advice: What to do.
    ///   - command: What to do on the command line, if that differs.
    ///   - path: The path of Espy's own file that is affected.
    init(
        _ kind: String, _ code: Code?, _ cause: String, _ advice: String? = nil, command: String? = nil,
        path: String? = nil
    ) {
        let message = [cause, command ?? advice].compactMap(\.self).joined(separator: "; ")
        let detail = [cause, advice].compactMap(\.self).joined(separator: "; ")
        self.init(kind, code, message: path.map { "\(printable($0)): \(message)" } ?? message, detail: detail)
    }

    package init(_ error: FileError) { self.init("file", error.text) }

    /// Names the file, for errors that are not about an input.
    package static func named(_ error: FileError, _ kind: String = "file") -> Problem {
        Problem(kind, nil, error.text, path: error.path)
    }

    /// Converts any error that a command threw.
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
        case let error as CatalogError: self.init(error)
        case let error as StoreError: self.init(error)
        default: self.init("unexpected", printable("\(error)"))
        }
    }
}

extension Problem: Encodable {
    private enum CodingKeys: CodingKey { case kind, message }
}

extension FileError {
    /// The cause and the remedy, without the file name.
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
            case EEXIST: "existing files are not replaced; move it to get a new one"
            case ENOTDIR: "part of the path is a file, not a folder"
            case EMFILE, ENFILE: "lower --threads, or raise ulimit -n"
            default: "check the disk and run again"
            }
        let what = String(cString: strerror(code))
        return "\(what.prefix(1).lowercased() + what.dropFirst()); \(advice)"
    }
}

/// Escapes control characters in text from outside (file names, codes) as `\u{…}`, so that it is safe to print on a
/// terminal.
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

/// Quotes text from the user for a message, with control characters escaped.
package func quoted(_ text: String) -> String { "“\(printable(text))”" }

/// The program's JSON output, with sorted keys, so that two runs can be compared.
package enum JSONText {
    /// One line, including the line break.
    package static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}

/// Finds the intended word for a mistyped one.
package enum Suggestion {
    /// The closest of `words`, if it is close enough to be a useful suggestion.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let limit = max(1, word.count / 3)
        let scored = words.map { (word: $0, distance: distance(word, $0)) }
        guard let best = scored.min(by: { $0.distance < $1.distance }), best.distance <= limit else { return nil }
        return best.word
    }

    /// The number of edits that turn one word into the other: insert, delete, replace, or swap two neighbors (optimal
    /// string alignment distance).
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
