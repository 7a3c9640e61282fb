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

    private static func text(_ seconds: Int, _ form: String) -> String {
        var time = time_t(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        var buffer = [CChar](repeating: 0, count: 32)
        let count = strftime(&buffer, buffer.count, form, &parts)
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
