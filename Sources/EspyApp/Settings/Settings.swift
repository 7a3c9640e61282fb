package import Espy

/// All settings with their values and sources: flags, variables, the config file, defaults.
package struct Settings: Sendable {
    package enum Source: Sendable, Equatable {
        case flag(String)
        case variable(String)
        case file(String)
        case fallback

        package var text: String {
            switch self {
            case .flag(let name): "--\(name)"
            case .variable(let name): name
            case .file(let path): path
            case .fallback: "default"
            }
        }
    }

    package struct Entry: Sendable, Equatable {
        package let key: String
        package let value: String
        package let source: Source
    }

    /// In the order of ``Setting/all``.
    package let entries: [Entry]

    /// Precedence: flag, variable, config file, default.
    ///
    /// - Throws: An error in a variable or the config file. The caller's values have already been checked.
    package init(_ environment: AppEnvironment) throws(SettingsError) {
        let stored = try ConfigFile(environment).load()
        entries = try Setting.all.map { (setting) throws(SettingsError) in
            let (text, source) = Self.chosen(setting, environment, storing: stored[setting.key])
            return Entry(key: setting.key, value: try Self.checked(text, setting, source), source: source)
        }
    }

    /// The value in effect.
    ///
    /// - Parameter stored: the value in the config file; nil if it has none.
    static func chosen(
        _ setting: Setting, _ environment: AppEnvironment, storing stored: String?
    ) -> (text: String, source: Source) {
        if let given = environment.given[setting.key] { return (given.value, .flag(given.flag)) }
        if let text = environment.variable(setting.variable) { return (text, .variable(setting.variable)) }
        if let stored { return (stored, .file(ConfigFile(environment).path)) }
        return (setting.fallback, .fallback)
    }

    package func text(_ setting: Setting) -> String { entries.first { $0.key == setting.key }?.value ?? "" }

    /// Whether no flag, variable or config file sets it.
    package func isDefault(_ setting: Setting) -> Bool {
        entries.first { $0.key == setting.key }?.source == .fallback
    }

    package func isOn(_ setting: Setting) -> Bool { text(setting) == "true" }

    private static func checked(
        _ text: String, _ setting: Setting, _ source: Source
    ) throws(SettingsError) -> String {
        do throws(Setting.Objection) {
            return try setting.checked(text)
        } catch {
            let wrong = "\(setting.key) \(quoted(text)): expected \(error.expected)"
            if case .file(let path) = source { throw SettingsError(wrong, path: path) }
            throw SettingsError("\(source.text): \(wrong)")
        }
    }
}

/// Settings that cannot be read or written.
package struct SettingsError: Error, Sendable, Equatable {
    /// The error, with its location.
    package let text: String
    /// The message for remote clients: without local paths.
    package let detail: String

    /// - Parameter path: The affected file.
    package init(_ detail: String, path: String? = nil) {
        (self.detail, text) = (detail, path.map { "\(printable($0)): \(detail)" } ?? detail)
    }
}

/// Options for each verb.
extension Settings {
    /// The settings for reading racks.
    package var rackOptions: RackOptions {
        RackOptions(
            grid: RackGrid(parsing: text(.grid)) ?? .automatic, maxDimension: Int(text(.maxDimension)))
    }

    /// The settings for counting. Examples, region and exclusions belong to one photo and are not settings.
    package var countOptions: CountOptions {
        CountOptions(
            pipeline: .init(rawValue: text(.pipeline)) ?? .auto, confidence: Double(text(.confidence)),
            similarity: Double(text(.similarity)), filtersSize: isOn(.sizeFilter),
            filtersAspect: isOn(.aspectFilter), border: .init(rawValue: text(.border)) ?? .all)
    }

    /// The models for counting.
    package var countModels: Count.Models {
        let embedder = text(.embedder)
        return Count.Models(detector: text(.detector), embedder: embedder == "none" ? nil : embedder)
    }

    /// The settings for reading shelves.
    package var shelfOptions: ShelfOptions {
        Double(text(.spineConfidence)).map { ShelfOptions(confidence: $0) } ?? ShelfOptions()
    }

    /// The maximum number of counts in the history.
    package var historyLimit: Int { Int(text(.historyLimit)) ?? History.limit }

    /// How much of each photo the history keeps.
    package var historyPhotos: HistoryPhotos {
        guard text(.historyPhotos) == "small", let megabytes = Int(text(.historyPhotosLimit)) else {
            return .none
        }
        return .small(limit: megabytes * 1_000_000)
    }
}
