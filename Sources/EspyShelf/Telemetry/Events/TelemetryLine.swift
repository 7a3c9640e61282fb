import Foundation

/// Events as lines of a file.
package enum TelemetryLine {
    /// One line with its end; nil when a number in it is not finite.
    package static func bytes(of event: TelemetryEvent) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(event) else { return nil }
        return [UInt8](data) + [0x0A]
    }

    package enum Content {
        case event(TelemetryEvent)
        /// Of a later version of Espy.
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

    /// Its time alone, of any version; nil when it has none.
    package static func time(of line: some Collection<UInt8>) -> Double? {
        (try? JSONDecoder().decode(Timed.self, from: Data(line)))?.time
    }
}
