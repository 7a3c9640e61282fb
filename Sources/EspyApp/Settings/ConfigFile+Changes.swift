import EspyStore
package import EspySystem

/// Changes: the file is written whole or not at all, and by one at a time.
extension ConfigFile {
    /// Writes settings down beside those that are there.
    ///
    /// - Parameters:
    ///   - values: by key, as text that was checked.
    ///   - making: also make the file that the user named where it is not there yet.
    package func set(_ values: [String: String], making: Bool = false) throws {
        try change(making: making) { $0.merge(values) { $1 } }
    }

    /// What to say where a variable goes before what was written down.
    package func warning(on key: String, _ environment: AppEnvironment) -> String? {
        guard let variable = Setting.named(key)?.variable, environment.variable(variable) != nil else {
            return nil
        }
        return "\(variable) is set, too, and goes before the config file"
    }

    /// Takes a setting out.
    package func unset(_ key: String) throws {
        if Files.exists(path) || isExplicit { try change(making: false) { $0[key] = nil } }
    }

    /// Takes all settings out. Without reading it: this is also the way out of a file that is broken.
    package func reset() throws(FileError) {
        guard Files.exists(path) else { return }
        let lock = try FileLock.wait(for: folder)
        try write([:])
        _ = consume lock
    }

    /// Two that change different settings at once must not take each other's back: nobody writes between reading and
    /// writing.
    ///
    /// - Throws: ``SettingsError`` for a file that cannot be understood, ``FileError``
    private func change(making: Bool, _ edit: (inout [String: String]) -> Void) throws {
        let exists = Files.exists(path)
        // Says why a file that the user named cannot be read.
        if !exists, !making { _ = try load() }
        try Files.makeFolder(Path.folder(of: path))
        let lock = try FileLock.wait(for: folder)
        let stored = Files.exists(path) ? try load() : [:]
        var values = stored
        edit(&values)
        if values != stored || !exists { try write(values) }
        _ = consume lock
    }

    /// Where the file itself is: another name of it may be elsewhere.
    private var folder: String { Path.folder(of: AtomicFile.resolved(path)) }

    private func write(_ values: [String: String]) throws(FileError) {
        try AtomicFile.replace(path, with: Array(ConfigText.text(values).utf8))
    }

    /// The value as it is kept.
    package func checked(_ text: String, for key: String) throws(SettingsError) -> String {
        let setting = try setting(key)
        do throws(Setting.Objection) {
            return try setting.checked(text)
        } catch {
            throw SettingsError("\(key) \(quoted(text)): expected \(error.expected)")
        }
    }

    /// What describes a setting.
    package func setting(_ key: String) throws(SettingsError) -> Setting {
        guard let setting = Setting.named(key) else { throw SettingsError(unknown(key)) }
        return setting
    }
}
