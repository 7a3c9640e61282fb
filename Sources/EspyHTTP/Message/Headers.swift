/// Header fields in the order in which they came. Names are compared without regard to case (RFC 9110, 5.1).
package struct Headers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    package struct Field: Sendable, Equatable {
        /// In lower case.
        package let name: String
        package let value: String
    }

    package private(set) var fields: [Field] = []

    package init(_ fields: [(String, String)] = []) {
        for (name, value) in fields { add(name, value) }
    }

    package init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

    /// The first value of a name; setting it replaces all of them.
    package subscript(name: String) -> String? {
        get {
            let wanted = Self.lower(name)
            return fields.first { $0.name == wanted }?.value
        }
        set {
            let wanted = Self.lower(name)
            fields.removeAll { $0.name == wanted }
            if let newValue { add(wanted, newValue) }
        }
    }

    package func all(_ name: String) -> [String] {
        let wanted = Self.lower(name)
        var values: [String] = []
        for field in fields where field.name == wanted { values.append(field.value) }
        return values
    }

    package mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: Self.lower(name), value: value))
    }

    /// Most names are in lower case already; making them anew would take most of the time.
    private static func lower(_ name: String) -> String {
        name.utf8.contains { $0 >= 0x80 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } ? name.lowercased() : name
    }
}
