import Testing

/// What counting once reached and must not lose. Only ever tightened.
enum CountFloors {
    /// Over all photos that lie outside the repository.
    ///
    /// No floor for a single photo: the scale of a photo is a choice among eight, and a better model may lose on one
    /// photo what it gains on five.
    static let f1 = 0.92
    static let within5 = 0.50
    static let within10 = 0.70

    /// Of one drawn tray.
    struct Tray: Sendable, CustomTestStringConvertible {
        let name: String
        /// At least so many things are marked, and at most so many marks are on none.
        let hits: Int
        let wrong: Int

        var testDescription: String { name }
    }

    static let trays = [
        Tray(name: "capsules", hits: 102, wrong: 2), Tray(name: "coins", hits: 22, wrong: 1),
        Tray(name: "empty", hits: 0, wrong: 0), Tray(name: "one-orange", hits: 1, wrong: 0),
        Tray(name: "tarts-5x7", hits: 35, wrong: 0),
        // Seen from the side: the detector takes a vial's body and shadow for things of their own, and is not believed.
        Tray(name: "vials-6x10", hits: 58, wrong: 5),
    ]
}
