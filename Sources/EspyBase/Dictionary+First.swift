extension Dictionary {
    /// Keeps the first value of each key.
    package init(first pairs: [(Key, Value)]) {
        self = [:]
        for (key, value) in pairs where self[key] == nil { self[key] = value }
    }

    /// The dictionary with the values of another replacing its own.
    package func updated(by other: [Key: Value]) -> [Key: Value] {
        var result = self
        for (key, value) in other { result[key] = value }
        return result
    }
}
