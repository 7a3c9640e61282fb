import EspySystem

/// Adds to the files of one session, and takes away what is too old or too much.
struct TelemetryWriter {
    private let folder: TelemetryFolder
    private let session: TelemetryCode
    private let options: TelemetryOptions
    private let isAllowed: @Sendable () -> Bool
    /// The file that this session writes to, and when it was begun.
    private var current: (name: String, start: Double)?
    /// When ages were last looked at.
    private var lastLook: Double?

    init(
        folder: TelemetryFolder, session: TelemetryCode, options: TelemetryOptions,
        isAllowed: @escaping @Sendable () -> Bool
    ) {
        self.folder = folder
        self.session = session
        self.options = options
        self.isAllowed = isAllowed
    }

    /// Writes whole lines, fewer bytes than ``TelemetryOptions/limit``.
    ///
    /// - Returns: false when the user does not allow it any more.
    mutating func append(_ lines: [UInt8], at now: Double) throws(FileError) -> Bool {
        guard isAllowed() else { return false }
        try folder.lines.make()
        // Swift forbids to change self in a closure that throws a type.
        var next = self
        let isWritten = try folder.lines.locked { () throws(FileError) in
            // Whoever turns telemetry off takes the lock afterwards: from then on this says no.
            guard isAllowed() else { return false }
            try next.write(lines, at: now)
            return true
        }
        self = next
        return isWritten
    }

    private mutating func write(_ lines: [UInt8], at now: Double) throws(FileError) {
        var files = try folder.files()
        if lastLook.map({ abs(now - $0) >= 3_600 }) ?? true {
            files = try withoutOld(files, now)
            lastLook = now
        }
        let name = fileName(among: files, adding: lines.count, now)
        try makeRoom(for: lines.count, among: files, but: name)
        try folder.lines.append(lines, to: name)
        if current?.name != name { current = (name, now) }
    }

    /// The file in use, or a new one once that is long, old, or was deleted.
    private func fileName(among files: [TelemetryFolder.File], adding count: Int, _ now: Double) -> String {
        if let current, abs(now - current.start) < options.fileSpan,
            let file = files.first(where: { $0.name == current.name }), file.size + count <= options.fileLimit
        {
            return current.name
        }
        return TelemetryFolder.name(number: (files.last?.number ?? 0) + 1, session)
    }

    private func withoutOld(
        _ files: [TelemetryFolder.File], _ now: Double
    ) throws(FileError) -> [TelemetryFolder.File] {
        var spans: [TelemetryAges.Span?] = []
        for file in files { spans.append(try folder.span(of: file)) }
        let ages = TelemetryAges(keeps: options.keeps, fileSpan: options.fileSpan)
        let old = ages.expired(spans, now: now)
        for index in old { try folder.lines.remove(files[index].name) }
        return files.indices.filter { !old.contains($0) }.map { files[$0] }
    }

    private func makeRoom(
        for count: Int, among files: [TelemetryFolder.File], but name: String
    ) throws(FileError) {
        var total = files.reduce(count) { $0 + $1.size }
        for file in files where file.name != name && total > options.limit {
            try folder.lines.remove(file.name)
            total -= file.size
        }
    }
}
