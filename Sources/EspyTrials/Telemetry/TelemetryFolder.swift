import EspySystem

/// The files of the telemetry: `spines-NUMBER-SESSION.jsonl`, with increasing numbers.
public struct TelemetryFolder: Sendable {
    let lines: LineFolder

    public init(path: String) { lines = LineFolder(path: path, suffix: Self.suffix) }

    public var path: String { lines.path }

    struct File: Equatable {
        let number: Int
        let name: String
        let size: Int
    }

    /// The number of files and bytes.
    public func size() throws(TelemetryProblem) -> (files: Int, bytes: Int) {
        try TelemetryProblem.translating { () throws(FileError) in
            let files = try files()
            return (files.count, files.reduce(0) { $0 + $1.size })
        }
    }

    /// Deletes all events.
    ///
    /// - Returns: the number of bytes deleted.
    @discardableResult
    public func clear() throws(TelemetryProblem) -> Int {
        try whenNobodyWrites { () throws(FileError) in
            let files = try files()
            for file in files { try lines.remove(file.name) }
            return files.reduce(0) { $0 + $1.size }
        }
    }

    /// Waits until no process is writing. A writer that was disabled before this call does not write after it.
    public func settle() throws(TelemetryProblem) {
        try whenNobodyWrites { () throws(FileError) in }
    }

    private func whenNobodyWrites<Result>(
        _ work: () throws(FileError) -> Result
    ) throws(TelemetryProblem) -> Result {
        try TelemetryProblem.translating { () throws(FileError) in
            // Without a folder there is no writer, and checking must not create it. A process that is about to create
            // it checks its permission again afterward.
            guard try lines.exists() else { return try work() }
            return try lines.locked(patience: .seconds(5), work)
        }
    }

    /// In order of creation.
    func files() throws(FileError) -> [File] {
        try lines.files().compactMap { file in
            Self.number(of: file.name).map { File(number: $0, name: file.name, size: file.size) }
        }.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    }

    static func name(number: Int, _ session: TelemetryCode) -> String {
        let digits = String(number)
        return prefix + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + "-" + session.text + suffix
    }

    /// Nil for the name of another file.
    static func number(of name: String) -> Int? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let digits = name.dropFirst(prefix.count).prefix { $0 != "-" }
        let isPlain = (6...12).contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isNumber }
        return isPlain ? Int(digits) : nil
    }

    /// Times of the first and last event of a file; nil when none can be read.
    func span(of file: File) throws(FileError) -> TelemetryAges.Span? {
        let head = try lines.read(file.name, from: 0, atMost: Self.window)
        let tail = try lines.read(file.name, from: max(0, file.size - Self.window), atMost: Self.window)
        guard let first = head.split(separator: 0x0A).lazy.compactMap({ TelemetryLine.time(of: $0) }).first,
            let last = tail.split(separator: 0x0A).reversed().lazy.compactMap({ TelemetryLine.time(of: $0) }).first
        else { return nil }
        return TelemetryAges.Span(first: first, last: last)
    }

    private static let prefix = "spines-"
    private static let suffix = ".jsonl"
    /// More than the length of the longest line.
    private static let window = 1 << 16
}

extension TelemetryFolder {
    /// Lines other than events.
    public struct Reading: Sendable, Equatable {
        public var events = 0
        /// Invalid lines: most were cut short by a crash.
        public var damaged = 0
        /// Lines of a newer version of Espy.
        public var newer = 0

        public init(events: Int = 0, damaged: Int = 0, newer: Int = 0) {
            self.events = events
            self.damaged = damaged
            self.newer = newer
        }
    }

    /// Reads all events in file order, with little in memory at a time.
    ///
    /// - Parameter body: an error that it throws ends the reading.
    @discardableResult
    public func read(_ body: (TelemetryEvent) throws -> Void) throws -> Reading {
        var reading = Reading()
        for file in try TelemetryProblem.translating(files) {
            try eachLine(of: file) { line in
                switch TelemetryLine.content(of: line) {
                case .event(let event):
                    reading.events += 1
                    try body(event)
                case .newer: reading.newer += 1
                case .damaged: reading.damaged += 1
                }
            } damaged: {
                reading.damaged += 1
            }
        }
        return reading
    }

    /// - Parameter damaged: called for a line that is too long, or without a line break.
    private func eachLine(
        of file: File, _ body: (ArraySlice<UInt8>) throws -> Void, damaged: () -> Void
    ) throws {
        var start = 0
        var rest: [UInt8] = []
        var isTooLong = false
        while true {
            let piece = try TelemetryProblem.translating { () throws(FileError) in
                try lines.read(file.name, from: start, atMost: Self.piece)
            }
            guard !piece.isEmpty else { break }
            start += piece.count
            var from = piece.startIndex
            while let end = piece[from...].firstIndex(of: 0x0A) {
                rest += piece[from..<end]
                from = end + 1
                if isTooLong {
                    damaged()
                } else if !rest.isEmpty {
                    try body(rest[...])
                }
                (rest, isTooLong) = ([], false)
            }
            rest += piece[from...]
            if rest.count > Self.longest { (rest, isTooLong) = ([], true) }
        }
        if isTooLong || !rest.isEmpty { damaged() }
    }

    private static let piece = 1 << 18
    private static let longest = 1 << 20
}

/// Finds old files, although the clock that dated them may have been wrong.
///
/// Files are in order of creation, which no clock can change.
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
    /// How long one file may be used, in seconds.
    let fileSpan: Double

    package init(keeps: Double, fileSpan: Double) {
        self.keeps = keeps
        self.fileSpan = fileSpan
    }

    private static let hour = 3_600.0
    /// 2020: a machine without a clock battery starts with a much earlier date.
    private static let earliest = 1_577_836_800.0

    /// Indexes of files that are partly older than `keeps`.
    ///
    /// A clock that has just jumped ahead would make all of them old. So nothing expires until an event between an hour
    /// and `keeps` ago shows that the clock was near the current time before.
    /// - Parameter spans: nil for a file without a readable time.
    package func expired(_ spans: [Span?], now: Double) -> Set<Int> {
        let times = spans.compactMap(\.self).flatMap { [$0.first, $0.last] }
        guard times.contains(where: { $0 > now - keeps && $0 <= now - Self.hour }) else { return [] }
        let starts = starts(of: spans, now: now)
        return Set(starts.indices.filter { starts[$0] <= now - keeps })
    }

    /// When each file was created, as far as known: not before the previous files, and for an impossible time, just
    /// before the next file.
    package func starts(of spans: [Span?], now: Double) -> [Double] {
        var starts = [Double?](repeating: nil, count: spans.count)
        var latest = -Double.infinity
        for (index, span) in spans.enumerated() {
            guard let span, span.last > Self.earliest, span.last <= now + 24 * Self.hour else { continue }
            // Files are not used longer: the clock was set while it was written.
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
