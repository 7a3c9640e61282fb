package import Espy
import EspySystem
import EspyText
import Foundation

/// What Espy finds around it, and what its caller has said of settings. Nothing else in this module asks the process for
/// it, so tests can choose it.
package struct AppEnvironment: Sendable {
    /// A setting that the caller has given, which goes before all others.
    package struct Given: Sendable, Equatable {
        package let value: String
        /// The flag that it was given by, without dashes.
        package let flag: String

        package init(_ value: String, by flag: String) { (self.value, self.flag) = (value, flag) }
    }

    package var variables: [String: String]
    /// Seconds since 1970.
    package var now: @Sendable () -> Int
    /// How many processors the work may keep busy, that of models included.
    package var processors: Int
    /// Bytes of memory that decoding photos may take.
    package var decodingMemory: Int
    /// The config file, where the caller has named one.
    package var configFile: String?
    /// By key.
    package var given: [String: Given] = [:]

    package init(
        variables: [String: String], processors: Int = Machine.processors, decodingMemory: Int = MemoryShare.quarter,
        now: @escaping @Sendable () -> Int
    ) {
        self.variables = variables
        self.processors = processors
        self.decodingMemory = decodingMemory
        self.now = now
    }

    /// A variable that is set and not empty.
    package func variable(_ name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

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

/// Local time.
package enum Timestamp {
    /// `2026-02-20_143022`
    package static func fileName(_ seconds: Int) -> String { text(seconds, "%Y-%m-%d_%H%M%S") }

    /// `2026-02-20 14:30`
    package static func minute(_ seconds: Int) -> String { text(seconds, "%Y-%m-%d %H:%M") }

    /// `2026-02-20 14:30 CET`, for what is read elsewhere.
    package static func zoned(_ seconds: Int) -> String { text(seconds, "%Y-%m-%d %H:%M %Z") }

    /// `2026-02-20 14:30:22`
    package static func second(_ seconds: Int) -> String { text(seconds, "%Y-%m-%d %H:%M:%S") }

    /// `14:30`
    package static func time(_ seconds: Int) -> String { text(seconds, "%H:%M") }

    /// `2026-02-20 14:30:22` of a clock that counts seconds since 1970 as if it showed UTC, as cameras do.
    ///
    /// - Parameter detail: where not all of it is known.
    package static func wallClock(_ seconds: Int, _ detail: PhotoTime.Detail? = nil) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        switch detail {
        case .year: return text(&parts, "%Y")
        case .month: return text(&parts, "%Y-%m")
        case .day: return text(&parts, "%Y-%m-%d")
        case nil: return text(&parts, "%Y-%m-%d %H:%M:%S")
        }
    }

    /// What such a clock shows here at that moment.
    package static func here(_ seconds: Int) -> Int {
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        return seconds + parts.tm_gmtoff
    }

    private static func text(_ seconds: Int, _ form: String) -> String {
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        return text(&parts, form)
    }

    private static func text(_ parts: inout tm, _ form: String) -> String {
        var buffer = [CChar](repeating: 0, count: 32)
        let count = strftime(&buffer, buffer.count, form, &parts)
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
