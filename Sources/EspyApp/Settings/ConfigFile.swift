package import EspySystem

/// The config file: JSON with nested objects for the dots in keys.
package struct ConfigFile: Sendable {
    package let path: String
    /// Whether the user named the file, so that it must exist.
    let isExplicit: Bool

    package init(_ environment: AppEnvironment) {
        let named = environment.configFile ?? environment.variable("ESPY_CONFIG")
        path = named ?? Path.join(Folders(environment).config, "config.json")
        isExplicit = named != nil
    }

    /// Loads keys with their values as text. A missing file counts as empty, unless the user named it.
    package func load() throws(SettingsError) -> [String: String] {
        if !isExplicit, !Files.exists(path) { return [:] }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, limit: 1 << 20)
        } catch {
            throw problem(error.text)
        }
        let json: JSONReader.Value
        do throws(JSONReader.Failure) {
            json = try JSONReader.read(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw problem("not valid JSON: expected \(error.expected) at line \(error.line), column \(error.column)")
        }
        guard case .object = json else { throw problem("expected an object: {\"threads\": 2}") }
        var found: [String: String] = [:]
        try collect(json, under: "", into: &found)
        return found
    }

    private func collect(
        _ json: JSONReader.Value, under key: String, into found: inout [String: String]
    )
        throws(SettingsError)
    {
        let setting = Setting.named(key)
        switch json {
        case .object(let members) where setting == nil:
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                try collect(value, under: key.isEmpty ? name : "\(key).\(name)", into: &found)
            }
        case .text(let text): found[try known(key, setting)] = text
        case .number(let number): found[try known(key, setting)] = Self.text(of: number)
        case .boolean(let flag): found[try known(key, setting)] = String(flag)
        case .object, .array, .null:
            throw problem("\(try known(key, setting)): expected a text, a number, true or false")
        }
    }

    private func known(_ key: String, _ setting: Setting?) throws(SettingsError) -> String {
        guard setting == nil else { return key }
        throw problem(unknown(key))
    }

    /// The message for an unknown key.
    func unknown(_ key: String) -> String {
        let keys = Setting.all.map(\.key)
        let near = Suggestion.nearest(to: key, among: keys).map { "did you mean \(quoted($0))?" }
        return "unknown setting \(quoted(key)); \(near ?? "“espy config” lists them")"
    }

    private func problem(_ text: String) -> SettingsError { SettingsError(text, path: path) }

    private static func text(of number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}

/// Changes. The file is replaced atomically under a lock.
extension ConfigFile {
    /// Adds settings to those in the file.
    ///
    /// - Parameters:
    ///   - values: Validated text by key.
    ///   - making: Creates a missing file even if the user named it.
    package func set(_ values: [String: String], making: Bool = false) throws {
        try change(making: making) { $0.merge(values) { $1 } }
    }

    /// The warning if a variable overrides the stored value.
    package func warning(on key: String, _ environment: AppEnvironment) -> String? {
        guard let variable = Setting.named(key)?.variable, environment.variable(variable) != nil else {
            return nil
        }
        return "\(variable) is also set and overrides the config file"
    }

    /// Removes a setting.
    package func unset(_ key: String) throws {
        if Files.exists(path) || isExplicit { try change(making: false) { $0[key] = nil } }
    }

    /// Removes all settings, without reading the file, so that it also repairs a broken one.
    package func reset() throws(FileError) {
        guard Files.exists(path) else { return }
        let lock = try FileLock.wait(for: folder)
        try write([:])
        _ = consume lock
    }

    /// Reads and writes the file under a lock, so that concurrent changes of different settings are not lost.
    ///
    /// - Throws: ``SettingsError`` for an invalid file, or ``FileError``.
    private func change(making: Bool, _ edit: (inout [String: String]) -> Void) throws {
        let exists = Files.exists(path)
        // Throws the error for a missing file that the user named.
        if !exists, !making { _ = try load() }
        try Files.makeFolder(Path.folder(of: path))
        let lock = try FileLock.wait(for: folder)
        let stored = Files.exists(path) ? try load() : [:]
        var values = stored
        edit(&values)
        if values != stored || !exists { try write(values) }
        _ = consume lock
    }

    /// The folder of the file itself, in case the path is a link.
    private var folder: String { Path.folder(of: AtomicFile.resolved(path)) }

    private func write(_ values: [String: String]) throws(FileError) {
        try AtomicFile.replace(path, with: Array(ConfigText.text(values).utf8))
    }

    /// Validates a value, and returns its stored form.
    package func checked(_ text: String, for key: String) throws(SettingsError) -> String {
        let setting = try setting(key)
        do throws(Setting.Objection) {
            return try setting.checked(text)
        } catch {
            throw SettingsError("\(key) \(quoted(text)): expected \(error.expected)")
        }
    }

    /// The setting with a key.
    package func setting(_ key: String) throws(SettingsError) -> Setting {
        guard let setting = Setting.named(key) else { throw SettingsError(unknown(key)) }
        return setting
    }
}

/// Writes the config file: sorted keys, with nested objects for their dots.
package enum ConfigText {
    /// - Parameter values: Validated text by key.
    package static func text(_ values: [String: String]) -> String {
        var tree = JSONReader.Value.object([:])
        for (key, value) in values { insert(scalar(value), at: key.split(separator: ".").map(String.init)[...], &tree) }
        return lines(tree, indent: "") + "\n"
    }

    private static func insert(_ value: JSONReader.Value, at path: ArraySlice<String>, _ tree: inout JSONReader.Value) {
        guard let name = path.first, case .object(var members) = tree else {
            tree = value
            return
        }
        var member = members[name] ?? .object([:])
        insert(value, at: path.dropFirst(), &member)
        members[name] = member
        tree = .object(members)
    }

    /// Converts text to a number or Boolean if it is one in JSON.
    private static func scalar(_ text: String) -> JSONReader.Value {
        switch try? JSONReader.read(text) {
        case .number(let number)?: .number(number)
        case .boolean(let flag)?: .boolean(flag)
        default: .text(text)
        }
    }

    private static func lines(_ value: JSONReader.Value, indent: String) -> String {
        switch value {
        case .object(let members):
            let inner = members.sorted { $0.key < $1.key }.map {
                "\(indent)  \(quote($0.key)): \(lines($0.value, indent: indent + "  "))"
            }
            return inner.isEmpty ? "{}" : "{\n\(inner.joined(separator: ",\n"))\n\(indent)}"
        case .number(let number): return Int(exactly: number).map(String.init) ?? String(number)
        case .boolean(let flag): return String(flag)
        case .text(let text): return quote(text)
        case .array, .null: return "null"
        }
    }

    private static func quote(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
