/// Where Espy keeps things, by the XDG base directory rules.
package struct Folders: Sendable, Equatable {
    package let config: String
    package let data: String
    package let cache: String

    package init(_ surroundings: Surroundings) {
        let home = surroundings.variable("HOME") ?? "/"
        func folder(_ variable: String, _ fallback: String) -> String {
            // The rules say to ignore a path that is not absolute.
            let base = surroundings.variable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
            return Path.join(base ?? Path.join(home, fallback), "espy")
        }
        config = folder("XDG_CONFIG_HOME", ".config")
        data = folder("XDG_DATA_HOME", ".local/share")
        cache = folder("XDG_CACHE_HOME", ".cache")
    }
}
