import EspySystem

/// The settings file: JSON, one object inside another for each dot of a key.
package struct ConfigFile: Sendable {
    package let path: String
    /// Named by the user: then it must exist.
    package let isExplicit: Bool

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

    private func problem(_ text: String) -> SettingsError { SettingsError("\(printable(path)): \(text)") }

    private static func text(of number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}
