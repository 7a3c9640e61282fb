package import Espy
package import EspyHTTP

/// Keeps the settings of the user.
package protocol SettingsStore: Sendable {
    func current() async throws(HTTPProblem) -> CurrentSettings
    func rows() async throws(HTTPProblem) -> [SettingRow]
    /// Writes settings down: all of them, or, when one has no such value, none.
    func change(_ values: [String: String]) async throws(HTTPProblem)
    func reset() async throws(HTTPProblem)
}

/// What the settings say at the moment.
package struct CurrentSettings: Sendable, Equatable {
    package var count: CountOptions
    package var models: Count.Models
    package var rack: RackOptions
    package var shelf: ShelfOptions
    package var keepsHistory: Bool
    /// What is kept of photos with their results.
    package var photos: HistoryPhotos
    /// Values in tables as they are, whatever a spreadsheet makes of them.
    package var writesRaw: Bool
    /// Kinds of boxes by name; nil where the file of one's own cannot be used.
    package var containers: [RackContainer]? = RackContainer.known

    package init(
        count: CountOptions, models: Count.Models, rack: RackOptions, shelf: ShelfOptions, keepsHistory: Bool,
        photos: HistoryPhotos = .none, writesRaw: Bool
    ) {
        self.count = count
        self.models = models
        self.rack = rack
        self.shelf = shelf
        self.keepsHistory = keepsHistory
        self.photos = photos
        self.writesRaw = writesRaw
    }
}

/// One setting, for a person who wants to change it.
package struct SettingRow: Sendable, Equatable, Encodable {
    package enum Kind: String, Sendable, Encodable, CaseIterable {
        case choice
        case number
        case boolean
        case text
    }

    package var key: String
    package var value: String
    package var `default`: String
    /// Where the value comes from.
    package var source: String
    package var kind: Kind
    /// All values of a choice; of the other kinds, words that stand beside what may be entered.
    package var choices: [String]?
    package var min: Double?
    package var max: Double?
    package var step: Double?
    package var help: String

    package init(
        key: String, value: String, default: String, source: String, kind: Kind, choices: [String]? = nil,
        range: ClosedRange<Double>? = nil, step: Double? = nil, help: String
    ) {
        self.key = key
        self.value = value
        self.default = `default`
        self.source = source
        self.kind = kind
        self.choices = choices
        min = range?.lowerBound
        max = range?.upperBound
        self.step = step
        self.help = help
    }
}
