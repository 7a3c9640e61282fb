package import Espy
package import EspyHTTP

/// What the server is made from: all that it takes from the program around it.
package struct ServerParts: Sendable {
    package var facts: ServerFacts
    package var counting: any Counting
    package var shelves: any ShelfReading
    package var settings: any SettingsKeeping
    package var history: any HistoryOpening
    package var gallery: any GalleryServing
    /// Where photos lie while they are worked with.
    package var temporaryFolder: String
    /// Path of the description of all routes.
    package var openAPI: String
    /// Threads for work that takes long, so that what is quick need not wait for it.
    package var threads: WorkerThreads
    /// Seconds since 1970.
    package var now: @Sendable () -> Int
    /// A new identifier each time, which nobody can guess.
    package var makeID: @Sendable () -> String
    /// Local time as part of a file's name: `2026-02-20_143022`.
    package var fileStamp: @Sendable (Int) -> String
    /// Local time for people: `2026-02-20 14:30`.
    package var minuteStamp: @Sendable (Int) -> String
    package var photoLimits = PhotoLimits()
    package var jobLimits = JobBoard.Limits()
    package var streamLimits = StreamBoard.Limits()

    package init(
        facts: ServerFacts, counting: any Counting, shelves: any ShelfReading, settings: any SettingsKeeping,
        history: any HistoryOpening, gallery: any GalleryServing, temporaryFolder: String, openAPI: String,
        threads: WorkerThreads,
        now: @escaping @Sendable () -> Int, makeID: @escaping @Sendable () -> String,
        fileStamp: @escaping @Sendable (Int) -> String, minuteStamp: @escaping @Sendable (Int) -> String
    ) {
        self.facts = facts
        self.counting = counting
        self.shelves = shelves
        self.settings = settings
        self.history = history
        self.gallery = gallery
        self.temporaryFolder = temporaryFolder
        self.openAPI = openAPI
        self.threads = threads
        self.now = now
        self.makeID = makeID
        self.fileStamp = fileStamp
        self.minuteStamp = minuteStamp
    }
}

/// What the program says of itself and of the way it was started.
package struct ServerFacts: Sendable, Equatable {
    package var version: String
    /// Whether other machines may connect.
    package var isShared: Bool
    package var isEncrypted: Bool

    package init(version: String, isShared: Bool = false, isEncrypted: Bool = false) {
        self.version = version
        self.isShared = isShared
        self.isEncrypted = isEncrypted
    }
}

/// Counts the things in photos.
package protocol Counting: Sendable {
    /// - Parameters:
    ///   - options: in pixels of the whole photo.
    ///   - models: identifiers of the models that count.
    ///   - progress: called on no particular thread.
    func count(
        _ photo: CountPhoto, options: CountOptions, models: Count.Models,
        progress: @escaping @Sendable (CountProgress) -> Void
    ) async throws(Problem) -> Count
}

/// Keeps the settings of the user.
package protocol SettingsKeeping: Sendable {
    func current() async throws(Problem) -> CurrentSettings
    func rows() async throws(Problem) -> [SettingRow]
    /// Writes settings down: all of them, or, when one has no such value, none.
    func change(_ values: [String: String]) async throws(Problem)
    func reset() async throws(Problem)
}

/// Opens the history of the user.
package protocol HistoryOpening: Sendable {
    /// - Parameter making: make one where there is none.
    /// - Returns: nil where there is none.
    func open(making: Bool) async throws(Problem) -> History?
}

/// What the settings say at the moment.
package struct CurrentSettings: Sendable, Equatable {
    package var count: CountOptions
    package var models: Count.Models
    package var rack: RackOptions
    package var shelf: ShelfOptions
    package var keepsHistory: Bool
    /// Values in tables as they are, whatever a spreadsheet makes of them.
    package var writesRaw: Bool

    package init(
        count: CountOptions, models: Count.Models, rack: RackOptions, shelf: ShelfOptions, keepsHistory: Bool,
        writesRaw: Bool
    ) {
        self.count = count
        self.models = models
        self.rack = rack
        self.shelf = shelf
        self.keepsHistory = keepsHistory
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
