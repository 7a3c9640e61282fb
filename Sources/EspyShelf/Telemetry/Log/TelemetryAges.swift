/// Which files are old, although the clock that dated them may have been wrong.
///
/// Files are in the order in which they were begun, which no clock can change.
package struct TelemetryAges {
    /// Times of the first and last event of a file, in seconds since 1970.
    package struct Span: Equatable {
        let first: Double
        let last: Double

        package init(first: Double, last: Double) {
            self.first = first
            self.last = last
        }
    }

    /// Seconds.
    let keeps: Double
    /// Seconds that one file may last.
    let fileSpan: Double

    package init(keeps: Double, fileSpan: Double) {
        self.keeps = keeps
        self.fileSpan = fileSpan
    }

    private static let hour = 3_600.0
    /// 2020: a machine without a battery wakes up long before.
    private static let earliest = 1_577_836_800.0

    /// Places of the files of which a part is older than `keeps`.
    ///
    /// A clock that has just jumped ahead would make all of them old. So nothing expires until an event between an hour
    /// and `keeps` ago shows that the clock was near here before.
    /// - Parameter spans: nil for a file without a readable time.
    package func expired(_ spans: [Span?], now: Double) -> Set<Int> {
        let times = spans.compactMap(\.self).flatMap { [$0.first, $0.last] }
        guard times.contains(where: { $0 > now - keeps && $0 <= now - Self.hour }) else { return [] }
        let starts = starts(of: spans, now: now)
        return Set(starts.indices.filter { starts[$0] <= now - keeps })
    }

    /// When each file was begun, as far as that can be known: not before the files in front of it, and what no clock
    /// can have said rightly, just before the file behind it.
    package func starts(of spans: [Span?], now: Double) -> [Double] {
        var starts = [Double?](repeating: nil, count: spans.count)
        var latest = -Double.infinity
        for (index, span) in spans.enumerated() {
            guard let span, span.last > Self.earliest, span.last <= now + 24 * Self.hour else { continue }
            // A file does not last longer: the clock was set while it was written.
            let isSteady = span.first <= span.last && span.last - span.first <= fileSpan + Self.hour
            latest = max(latest, isSteady ? span.first : span.last)
            starts[index] = latest
        }
        var next = now
        for index in starts.indices.reversed() {
            next = starts[index] ?? next
            starts[index] = next
        }
        return starts.map { $0 ?? now }
    }
}
