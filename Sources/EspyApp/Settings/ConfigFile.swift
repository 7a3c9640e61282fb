package import EspySystem

/// The settings file: JSON, one object inside another for each dot of a key.
package struct ConfigFile: Sendable {
    package let path: String
    /// Named by the user: then it must exist.
    let isExplicit: Bool

    package init(_ environment: AppEnvironment) {
        let named = environment.configFile ?? environment.variable("ESPY_CONFIG")
        path = named ?? Path.join(Folders(environment).config, "config.json")
        isExplicit = named != nil
    }

    /// Keys and their values as text. A file that is not there is an empty one, unless the user named it.
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

    /// What to say of a key that no setting has.
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

/// The settings file as Espy writes it: keys in order, one object inside another for each dot.
package enum ConfigText {
    /// - Parameter values: by key, as text that was checked.
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

    /// A number or a truth value where the text reads as one in JSON.
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
