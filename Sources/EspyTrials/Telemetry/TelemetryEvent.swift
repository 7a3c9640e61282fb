import Foundation

/// A line of the telemetry: geometry, counts and times. No pictures, texts, codes or file names.
///
/// `{"schema":1,"time":1771597822.5,"session":"3f2a90c1","event":"frame","data":{…}}`
public struct TelemetryEvent: Sendable, Equatable {
    /// Increases when a key is renamed or removed, or changes its meaning.
    public static let schema = 1

    /// Seconds since 1970.
    public let time: Double
    public let session: TelemetryCode
    public let body: Body

    public init(time: Double, session: TelemetryCode, body: Body) {
        self.time = time.isFinite ? (time * 1_000).rounded() / 1_000 : 0
        self.session = session
        self.body = body
    }

    public enum Body: Sendable, Equatable {
        case start(Start)
        case end(End)
        case frame(TelemetryFrame)
        case correction(TelemetryCorrection)
        case comparison(TelemetryComparison)
        case loss(Loss)
    }

    /// A session begins.
    public struct Start: Sendable, Equatable, Codable {
        /// The version of Espy.
        public let version: TelemetryCode
        /// ``SpineDetection/Mode``.
        public let mode: TelemetryCode
        /// The stage of the trained detector's rollout, in percent; nil for versions that did not record it.
        public let stage: Int?

        public init(version: TelemetryCode, mode: TelemetryCode, stage: Int? = nil) {
            (self.version, self.mode, self.stage) = (version, mode, stage)
        }
    }

    /// A session ends.
    public struct End: Sendable, Equatable, Codable {
        /// Frames received, whatever their outcome.
        public let frames: Int

        public init(frames: Int) { self.frames = frames }
    }

    /// Events that were not written.
    public struct Loss: Sendable, Equatable, Codable {
        public enum Reason: String, Sendable, Codable {
            /// They came faster than they could be written.
            case queueFull
            /// They are larger than the telemetry may be.
            case tooLarge
        }

        public let count: Int
        public let reason: Reason

        public init(count: Int, reason: Reason) {
            self.count = count
            self.reason = reason
        }
    }
}

extension TelemetryEvent: Codable {
    private enum Key: String, CodingKey { case schema, time, session, event, data }
    private enum Kind: String, Codable { case start, end, frame, correction, comparison, loss }

    /// Thrown for a line of a newer version.
    struct Newer: Error {}

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        let schema = try box.decode(Int.self, forKey: .schema)
        guard schema <= Self.schema else { throw Newer() }
        let body: Body =
            switch try box.decode(Kind.self, forKey: .event) {
            case .start: .start(try box.decode(Start.self, forKey: .data))
            case .end: .end(try box.decode(End.self, forKey: .data))
            case .frame: .frame(try box.decode(TelemetryFrame.self, forKey: .data))
            case .correction: .correction(try box.decode(TelemetryCorrection.self, forKey: .data))
            case .comparison: .comparison(try box.decode(TelemetryComparison.self, forKey: .data))
            case .loss: .loss(try box.decode(Loss.self, forKey: .data))
            }
        self.init(
            time: try box.decode(Double.self, forKey: .time),
            session: try box.decode(TelemetryCode.self, forKey: .session), body: body)
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(Self.schema, forKey: .schema)
        try box.encode(time, forKey: .time)
        try box.encode(session, forKey: .session)
        switch body {
        case .start(let start): try put(Kind.start, start)
        case .end(let end): try put(Kind.end, end)
        case .frame(let frame): try put(Kind.frame, frame)
        case .correction(let correction): try put(Kind.correction, correction)
        case .comparison(let comparison): try put(Kind.comparison, comparison)
        case .loss(let loss): try put(Kind.loss, loss)
        }
        func put(_ kind: Kind, _ data: some Encodable) throws {
            try box.encode(kind, forKey: .event)
            try box.encode(data, forKey: .data)
        }
    }
}

/// The result of a second, hidden detector for a frame: counts only.
public struct TelemetryComparison: Sendable, Equatable, Codable {
    /// Number of the frame in its session.
    public let frame: Int
    /// The detector whose spines were shown.
    public let shown: TelemetryCode
    public let hidden: TelemetryCode
    /// Spines that both found.
    public let both: Int
    public let onlyShown: Int
    public let onlyHidden: Int

    public init(frame: Int, shown: TelemetryCode, hidden: TelemetryCode, _ agreement: SpineAgreement) {
        self.frame = frame
        self.shown = shown
        self.hidden = hidden
        (both, onlyShown, onlyHidden) = (agreement.both, agreement.onlyFirst, agreement.onlySecond)
    }
}

/// A short name that Espy itself assigns: a version, a detector, a reason.
///
/// Only lower-case letters, digits, `-` and `.` are allowed, at most 24, so that no text from a spine or path is stored
/// by accident.
public struct TelemetryCode: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
    public let text: String

    public init(_ text: String) {
        let kept = text.lowercased().unicodeScalars.filter { scalar in
            switch scalar {
            case "a"..."z", "0"..."9", "-", ".": true
            default: false
            }
        }
        self.text = String(String.UnicodeScalarView(kept.prefix(24)))
    }

    public init(stringLiteral text: String) { self.init(text) }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.singleValueContainer()
        try box.encode(text)
    }
}

/// Events as lines of a file.
package enum TelemetryLine {
    /// One line with its line break; nil when a number in it is not finite.
    package static func bytes(of event: TelemetryEvent) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(event) else { return nil }
        return [UInt8](data) + [0x0A]
    }

    package enum Content {
        case event(TelemetryEvent)
        /// A newer version of Espy wrote it.
        case newer
        case damaged
    }

    package static func content(of line: some Collection<UInt8>) -> Content {
        do {
            return .event(try JSONDecoder().decode(TelemetryEvent.self, from: Data(line)))
        } catch is TelemetryEvent.Newer {
            return .newer
        } catch {
            return .damaged
        }
    }

    private struct Timed: Decodable { let time: Double }

    /// The time of a line, of any version; nil if it has none.
    package static func time(of line: some Collection<UInt8>) -> Double? {
        (try? JSONDecoder().decode(Timed.self, from: Data(line)))?.time
    }
}
