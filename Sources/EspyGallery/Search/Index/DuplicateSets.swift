import EspyStore

/// The photos that are there more than once, in one state of the gallery.
struct DuplicateSets {
    let state: Database.Revision?
    let found: Found

    /// Numbers of photos that belong together.
    struct Found: Sendable {
        var sameShot: [[Int]] = []
        var similar: [[Int]] = []
    }
}
