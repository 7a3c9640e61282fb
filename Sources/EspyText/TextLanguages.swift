import Foundation

/// Which languages are read, and where their data lie.
public struct TextLanguages: Sendable, Equatable {
    /// Joined with `+`, the most frequent one first: `eng`, or `eng+deu`.
    public let names: String
    /// Where the data of all of them lie.
    public let folder: String

    /// Where packages of the recognizer put their data.
    public static let usualFolders = [
        "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata", "/usr/share/tessdata",
        "/usr/local/share/tessdata", "/opt/homebrew/share/tessdata",
    ]

    /// More of them at the same time make it slow and no better.
    public static let most = 4

    /// - Parameter folders: the first choice first; the first one that has all languages is taken.
    /// - Throws: ``TextError/badLanguageName(_:)`` and ``TextError/missingLanguage(_:folders:)``
    public init(_ names: String = "eng", folders: [String] = usualFolders) throws(TextError) {
        guard Self.areNames(names) else { throw .badLanguageName(names) }
        let parts = names.split(separator: "+").map(String.init)
        func has(_ folder: String, _ name: String) -> Bool {
            FileManager.default.isReadableFile(atPath: "\(folder)/\(name).traineddata")
        }
        guard let folder = folders.first(where: { folder in parts.allSatisfy { has(folder, $0) } }) else {
            let missing = parts.first { name in !folders.contains { has($0, name) } }
            throw .missingLanguage(missing ?? names, folders: folders)
        }
        self.names = names
        self.folder = folder
    }

    /// Whether they are names of files without any path: letters, digits and underscores.
    public static func areNames(_ text: String) -> Bool {
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        return 1...most ~= parts.count
            && parts.allSatisfy { part in
                1...20 ~= part.utf8.count
                    && part.utf8.allSatisfy { byte in
                        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
                    }
            }
    }
}
