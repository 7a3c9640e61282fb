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
