import Foundation

/// Compares JSON with a schema of docs/openapi.yaml, for the parts of JSON Schema that the file uses.
struct SchemaCheck {
    let document: YAML

    /// - Returns: every mismatch with its place; empty if there is none.
    func objections(_ value: Any, _ schema: YAML, at place: String = "") -> [String] {
        if let reference = schema["$ref"]?.text {
            guard let target = resolved(reference) else { return ["\(place): there is no \(reference)"] }
            return objections(value, target, at: place)
        }
        if let choices = schema["oneOf"]?.list {
            let fits = choices.filter { objections(value, $0).isEmpty }
            if fits.count == 1 { return [] }
            let tried = choices.map { objections(value, $0, at: place).prefix(3).joined(separator: "; ") }
            return ["\(place): fits \(fits.count) of \(choices.count): \(tried.joined(separator: " | "))"]
        }
        var found = typeObjections(value, schema, place)
        if let words = schema["enum"]?.texts, !words.contains("\(value)") {
            found.append("\(place): \(value) is none of \(words)")
        }
        if let object = value as? [String: Any] { found += objectObjections(object, schema, place) }
        if let list = value as? [Any], let items = schema["items"] {
            for (index, item) in list.enumerated() { found += objections(item, items, at: "\(place)[\(index)]") }
        }
        return found
    }

    func resolved(_ reference: String) -> YAML? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(document as YAML?) { $0?[String($1)] }
    }

    private func typeObjections(_ value: Any, _ schema: YAML, _ place: String) -> [String] {
        guard let type = schema["type"] else { return [] }
        let types = type.text.map { [$0] } ?? type.texts
        return types.contains { Self.is(value, $0) }
            ? [] : ["\(place): \(value) is no \(types.joined(separator: " or "))"]
    }

    private func objectObjections(_ object: [String: Any], _ schema: YAML, _ place: String) -> [String] {
        var found = (schema["required"]?.texts ?? []).filter { object[$0] == nil }.map { "\(place).\($0) is missing" }
        for (key, value) in object {
            if let property = schema["properties"]?[key] {
                found += objections(value, property, at: "\(place).\(key)")
            } else if schema["additionalProperties"]?.text == "false" {
                found.append("\(place).\(key) is not described")
            } else if let other = schema["additionalProperties"], !other.members.isEmpty {
                found += objections(value, other, at: "\(place).\(key)")
            }
        }
        return found
    }

    private static func `is`(_ value: Any, _ type: String) -> Bool {
        switch type {
        case "null": return value is NSNull
        case "object": return value is [String: Any]
        case "array": return value is [Any]
        case "string": return value is String
        case "boolean": return (value as? NSNumber).map(isTruth) == true
        case "number": return (value as? NSNumber).map { !isTruth($0) } == true
        case "integer":
            return (value as? NSNumber).map { !isTruth($0) && $0.doubleValue.rounded() == $0.doubleValue } == true
        default: return false
        }
    }

    /// Foundation represents JSON's true and false as numbers of a separate type.
    private static func isTruth(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}
