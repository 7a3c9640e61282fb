package import Espy
import Foundation

/// Local time.
package enum Timestamp {
    /// `2026-02-20_143022`
    package static func fileName(_ seconds: Int) -> String { text(seconds, "%Y-%m-%d_%H%M%S") }

    /// `2026-02-20 14:30`
    package static func minute(_ seconds: Int) -> String { text(seconds, "%Y-%m-%d %H:%M") }

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
