import EspyBase
public import EspyCount
public import EspyRack
public import EspyShelf

/// What the user changed about a result.
public enum HistoryCorrections: Sendable, Equatable {
    case count(CountCorrections)
    case rack(RackCorrections)
    case shelf(ShelfCorrections)

    /// None.
    public init(none kind: HistoryEntry.Kind) {
        switch kind {
        case .count: self = .count(.init())
        case .rack: self = .rack(.init())
        case .shelf: self = .shelf(.init())
        }
    }

    public var isEmpty: Bool {
        switch self {
        case .count(let corrections): corrections.isEmpty
        case .rack(let corrections): corrections.isEmpty
        case .shelf(let corrections): corrections.isEmpty
        }
    }

    init?(_ kind: HistoryEntry.Kind, json: String) {
        switch kind {
        case .count:
            guard let value = HistoryJSON.value(CountCorrections.self, json) else { return nil }
            self = .count(value)
        case .rack:
            guard let value = HistoryJSON.value(RackCorrections.self, json) else { return nil }
            self = .rack(value)
        case .shelf:
            guard let value = HistoryJSON.value(ShelfCorrections.self, json) else { return nil }
            self = .shelf(value)
        }
    }
}

extension HistoryCorrections: Encodable {
    /// As the corrections themselves.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .count(let corrections): try corrections.encode(to: encoder)
        case .rack(let corrections): try corrections.encode(to: encoder)
        case .shelf(let corrections): try corrections.encode(to: encoder)
        }
    }
}

extension HistoryResult {
    /// The result as the user wants it.
    ///
    /// - Returns: nil when the corrections do not fit.
    public func corrected(by corrections: HistoryCorrections) -> HistoryResult? {
        switch (self, corrections) {
        case (.count(let count), .count(let corrections)): count.corrected(by: corrections).map(HistoryResult.count)
        case (.rack(let rack), .rack(let corrections)): rack.corrected(by: corrections).map(HistoryResult.rack)
        case (.shelf(let shelf), .shelf(let corrections)): shelf.corrected(by: corrections).map(HistoryResult.shelf)
        default: nil
        }
    }
}

extension HistoryRecord {
    /// The result with the corrections, if there are any that fit.
    public var corrected: HistoryResult { corrections.flatMap { result.corrected(by: $0) } ?? result }
}
