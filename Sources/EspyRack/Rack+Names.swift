import EspyBase

extension Rack {
    /// What a place of this box is called.
    public func name(of place: Place) -> String {
        guard layout == .named else { return place.name }
        return cells.first { $0.place == place }?.name ?? place.name
    }

    /// Places by their names, of a box whose places have names of their own; empty for all others.
    public var namedPlaces: [String: Place] {
        guard layout == .named else { return [:] }
        return Dictionary(first: cells.map { ($0.name, $0.place) })
    }
}
