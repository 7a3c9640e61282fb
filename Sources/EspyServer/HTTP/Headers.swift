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
            let wanted = name.lowercased()
            return fields.first { $0.name == wanted }?.value
        }
        set {
            let wanted = name.lowercased()
            fields.removeAll { $0.name == wanted }
            if let newValue { add(wanted, newValue) }
        }
    }

    package func all(_ name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.filter { $0.name == wanted }.map(\.value)
    }

    package mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name.lowercased(), value: value))
    }
}
