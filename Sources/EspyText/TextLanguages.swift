import Foundation

/// The languages to read, and the folder of their data.
public struct TextLanguages: Sendable, Equatable {
    /// Joined with `+`, the most frequent one first: `eng`, or `eng+deu`.
    public let names: String
    /// The folder with the data of all languages.
    public let folder: String

    /// The folders in which packages of the recognizer install their data.
    public static let usualFolders = [
        "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata", "/usr/share/tessdata",
        "/usr/local/share/tessdata", "/opt/homebrew/share/tessdata",
    ]

    /// The largest number of languages: more make it slow and no better.
    public static let most = 4

    /// - Parameter folders: in order of preference; the first one with all languages is used.
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

    /// Whether these are names of files without any path: letters, digits and underscores.
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

/// The languages that the networks of ``PaddleTextEngine`` can read, by Tesseract's names.
public struct TextScripts: Sendable, Equatable {
    /// Whether the networks know the letters of at least one of the languages.
    public let isKnownToNetworks: Bool
    /// The languages whose letters they lack, joined with `+`; nil if none.
    public let others: String?

    /// Latin letters with their accents, Chinese and Japanese.
    private static let known: Set<String> = [
        "afr", "bos", "bre", "cat", "ceb", "ces", "chi_sim", "chi_tra", "cos", "cym", "dan", "deu", "eng", "enm",
        "epo", "equ", "est", "eus", "fao", "fil", "fin", "fra", "frk", "frm", "fry", "gla", "gle", "glg", "hat", "hrv",
        "hun", "ind", "isl", "ita", "ita_old", "jav", "jpn", "lat", "lav", "lit", "ltz", "mlt", "mri", "msa", "nld",
        "nor", "oci", "osd", "pol", "por", "que", "ron", "slk", "slv", "spa", "spa_old", "sqi", "srp_latn", "sun",
        "swa",
        "swe", "ton", "tur", "uzb",
    ]

    /// - Parameter names: joined with `+`.
    public init(_ names: String) {
        let names = names.split(separator: "+").map(String.init)
        let others = names.filter { !Self.known.contains($0.lowercased()) }
        isKnownToNetworks = others.count < names.count
        self.others = others.isEmpty ? nil : others.joined(separator: "+")
    }
}
