import Espy
import EspySystem
import EspyText

/// Where Espy keeps things, by the XDG base directory rules.
package struct Folders: Sendable, Equatable {
    package let config: String
    package let data: String
    package let cache: String

    package init(_ environment: AppEnvironment) {
        let home = environment.variable("HOME") ?? "/"
        func folder(_ variable: String, _ fallback: String) -> String {
            // The rules say to ignore a path that is not absolute.
            let base = environment.variable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
            return Path.join(base ?? Path.join(home, fallback), "espy")
        }
        config = folder("XDG_CONFIG_HOME", ".config")
        data = folder("XDG_DATA_HOME", ".local/share")
        cache = folder("XDG_CACHE_HOME", ".cache")
    }

    /// Makes the data folder, for the user alone, where there is none.
    package func makeData() throws(Problem) { try Self.makePrivate(data) }

    /// Makes a folder in it, for the user alone, where there is none.
    package static func makePrivate(_ path: String) throws(Problem) {
        do throws(FileError) {
            try Files.makePrivateFolder(path)
        } catch {
            throw .named(error)
        }
    }

    /// Where the data of languages may lie: `TESSDATA_PREFIX` names a folder of them, or the one above it.
    package static func textData(_ environment: AppEnvironment) -> [String] {
        let named = environment.variable("TESSDATA_PREFIX").map { [$0, Path.join($0, "tessdata")] }
        return named ?? TextLanguages.usualFolders
    }
}
