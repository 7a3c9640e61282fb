import EspySystem

extension TelemetryFolder {
    /// What there was besides events.
    public struct Reading: Sendable, Equatable {
        public var events = 0
        /// Lines that are no events: most were cut short by a crash.
        public var damaged = 0
        /// Lines of a later version of Espy.
        public var newer = 0

        public init(events: Int = 0, damaged: Int = 0, newer: Int = 0) {
            self.events = events
            self.damaged = damaged
            self.newer = newer
        }
    }

    /// Hands out all events in the order of the files, with little in memory at a time.
    ///
    /// - Parameter body: what it throws ends the reading.
    @discardableResult
    public func read(_ body: (TelemetryEvent) throws -> Void) throws -> Reading {
        var reading = Reading()
        for file in try TelemetryProblem.told(files) {
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

    /// - Parameter damaged: called for a line that is too long, and for one without an end.
    private func eachLine(
        of file: File, _ body: (ArraySlice<UInt8>) throws -> Void, damaged: () -> Void
    ) throws {
        var start = 0
        var rest: [UInt8] = []
        var isTooLong = false
        while true {
            let piece = try TelemetryProblem.told { () throws(FileError) in
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
