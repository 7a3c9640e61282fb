import EspySystem

/// The files of the telemetry: `spines-NUMBER-SESSION.jsonl`, where numbers grow with each new file.
public struct TelemetryFolder: Sendable {
    let lines: LineFolder

    public init(path: String) { lines = LineFolder(path: path, suffix: Self.suffix) }

    public var path: String { lines.path }

    struct File: Equatable {
        let number: Int
        let name: String
        let size: Int
    }

    /// Files and bytes that there are.
    public func size() throws(TelemetryProblem) -> (files: Int, bytes: Int) {
        try TelemetryProblem.told { () throws(FileError) in
            let files = try files()
            return (files.count, files.reduce(0) { $0 + $1.size })
        }
    }

    /// Deletes all events.
    ///
    /// - Returns: how many bytes there were.
    @discardableResult
    public func clear() throws(TelemetryProblem) -> Int {
        try whenNobodyWrites { () throws(FileError) in
            let files = try files()
            for file in files { try lines.remove(file.name) }
            return files.reduce(0) { $0 + $1.size }
        }
    }

    /// Returns when no process is writing. Whoever is forbidden to before, does not write after.
    public func settle() throws(TelemetryProblem) {
        try whenNobodyWrites { () throws(FileError) in }
    }

    private func whenNobodyWrites<Result>(
        _ work: () throws(FileError) -> Result
    ) throws(TelemetryProblem) -> Result {
        try TelemetryProblem.told { () throws(FileError) in
            // Without a folder nobody writes, and looking makes none. Who is about to make one asks again afterwards.
            guard try lines.exists() else { return try work() }
            return try lines.locked(patience: .seconds(5), work)
        }
    }

    /// In the order in which they were begun.
    func files() throws(FileError) -> [File] {
        try lines.files().compactMap { file in
            Self.number(of: file.name).map { File(number: $0, name: file.name, size: file.size) }
        }.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    }

    static func name(number: Int, _ session: TelemetryCode) -> String {
        let digits = String(number)
        return prefix + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + "-" + session.text + suffix
    }

    /// Nil for a name that is not ours.
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
    /// Longer than the longest line.
    private static let window = 1 << 16
}
