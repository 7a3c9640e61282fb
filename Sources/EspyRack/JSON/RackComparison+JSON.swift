public import EspyBase

extension RackComparison: JSONWritable {
    public var json: JSONValue {
        JSONValue([
            "agreeing": agreeing.json, "differences": .array(differences.map { $0.json }), "notes": notes.json,
        ])
    }
}

extension RackComparison.Kind: JSONConvertible {}

extension RackComparison.Difference: JSONWritable {
    public var json: JSONValue {
        JSONValue([
            "kind": kind.json, "value": value?.json, "expected": expected.json, "found": found.json,
            "elsewhere": elsewhere?.json,
        ])
    }
}

extension RackComparison.Elsewhere: JSONWritable {
    public var json: JSONValue {
        JSONValue(["rack": rack?.json, "entry": entry.json, "place": place.json, "well": well.json])
    }
}
