package import Espy
import EspySystem
import EspyText
import Foundation

/// The environment of the process, and the caller's settings. Nothing else in this module reads it from the process, so
/// that tests can replace it.
package struct AppEnvironment: Sendable {
    /// A setting from the caller, which takes precedence over all others.
    package struct Given: Sendable, Equatable {
        package let value: String
        /// The flag that set it, without dashes.
        package let flag: String

        package init(_ value: String, by flag: String) { (self.value, self.flag) = (value, flag) }
    }

    package var variables: [String: String]
    /// Seconds since 1970.
    package var now: @Sendable () -> Int
    /// The number of processors to use, including for models.
    package var processors: Int
    /// The memory for decoding photos, in bytes.
    package var decodingMemory: Int
    /// The config file, if the caller has named one.
    package var configFile: String?
    /// The caller's settings by key.
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

    /// The value of a variable, unless it is empty.
    package func variable(_ name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The folders of Espy, according to the XDG Base Directory Specification.
package struct Folders: Sendable, Equatable {
    package let config: String
    package let data: String
    package let cache: String

    package init(_ environment: AppEnvironment) {
        let home = environment.variable("HOME") ?? "/"
        func folder(_ variable: String, _ fallback: String) -> String {
            // The specification says to ignore relative paths.
            let base = environment.variable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
            return Path.join(base ?? Path.join(home, fallback), "espy")
        }
        config = folder("XDG_CONFIG_HOME", ".config")
        data = folder("XDG_DATA_HOME", ".local/share")
        cache = folder("XDG_CACHE_HOME", ".cache")
    }

    /// Creates the data folder, for the user alone, if it is missing.
    package func makeData() throws(Problem) { try Self.makePrivate(data) }

    /// Creates a folder, for the user alone, if it is missing.
    package static func makePrivate(_ path: String) throws(Problem) {
        do throws(FileError) {
            try Files.makePrivateFolder(path)
        } catch {
            throw .named(error)
        }
    }

    /// The possible folders of language data: `TESSDATA_PREFIX` names the folder or its parent.
    package static func textData(_ environment: AppEnvironment) -> [String] {
        let named = environment.variable("TESSDATA_PREFIX").map { [$0, Path.join($0, "tessdata")] }
        return named ?? TextLanguages.usualFolders
    }
}

/// Formats local time.
package enum Timestamp {
    /// `2026-02-20_143022`
    package static func fileName(_ seconds: Int) -> String { text(seconds, "%Y-%m-%d_%H%M%S") }

    /// `2026-02-20 14:30`
    package static func minute(_ seconds: Int) -> String { text(seconds, "%Y-%m-%d %H:%M") }

    /// `2026-02-20 14:30 CET`, for readers in other time zones.
    package static func zoned(_ seconds: Int) -> String { text(seconds, "%Y-%m-%d %H:%M %Z") }

    /// `2026-02-20 14:30:22`
    package static func second(_ seconds: Int) -> String { text(seconds, "%Y-%m-%d %H:%M:%S") }

    /// `14:30`
    package static func time(_ seconds: Int) -> String { text(seconds, "%H:%M") }

    /// Formats the time of a clock like those of cameras, which counts seconds since 1970 as if local time were UTC:
    /// `2026-02-20 14:30:22`.
    ///
    /// - Parameter detail: The known parts of the time, if not all are known.
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

    /// The time of such a clock here at that moment.
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
