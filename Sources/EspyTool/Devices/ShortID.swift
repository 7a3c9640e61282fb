import EspyApp

/// Names one of several things by the beginning of its ID.
struct ShortID {
    /// The command that lists the things, and what one and several of them are called.
    let command: String
    let one: String
    let several: String
    private static let shortest = 4

    /// - Throws: that the beginning is too short, or fits none or more than one.
    func find<Thing>(_ id: String, among things: [Thing], by key: (Thing) -> String) throws -> Thing {
        guard id.count >= Self.shortest else {
            throw UsageError("\(quoted(id)): an ID needs at least \(Self.shortest) characters", command: command)
        }
        let found = things.filter { key($0).hasPrefix(id) }
        guard let thing = found.first else {
            throw Problem("notFound", "no \(one) \(quoted(id)); “espy \(command)” shows all")
        }
        guard found.count == 1 else {
            throw Problem("ambiguous", "several \(several) begin with \(quoted(id)); give more of it")
        }
        return thing
    }
}
