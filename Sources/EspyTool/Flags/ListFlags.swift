import Espy
import EspyApp
import EspyBase
import EspySystem

/// What is said about lists of codes and books.
extension Flags {
    package static let encoding = Flag(
        "encoding",
        value: FlagValue(
            "NAME",
            .text(
                expected: "the name of an encoding, such as windows-1252, utf-16, shift-jis, gb18030 or mac-roman",
                hints: ["auto"] + TextEncoding.allCases.map(\.rawValue),
                check: { $0 == "auto" || TextEncoding(named: $0) != nil })),
        help: """
            The encoding of the list, where its letters come out wrong: utf-8, utf-16, windows-1252, mac-roman, shift-jis, \
            gb18030 and others. Without it, it is found by the bytes of the file, and a guess is told.
            """)
}

extension Invocation {
    /// Of the list; nil to find it by the bytes.
    var encoding: TextEncoding? { value(Flags.encoding).flatMap(TextEncoding.init(named:)) }
}

extension Console {
    /// Says in one line each what was guessed or put right in a list.
    func tell(_ notes: [ListNote], of list: String) {
        for note in notes { error("\(printable(list)): \(printable(note.text))") }
    }
}
