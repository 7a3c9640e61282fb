package import Espy
package import EspyHTTP

/// Reads shelves: photos, and pictures of a camera one after the other.
package protocol ShelfReading: Sendable {
    /// - Parameters:
    ///   - readsText: whether titles are read, which takes longer.
    ///   - progress: called on no particular thread.
    func read(
        _ image: RGBImage, options: ShelfOptions, readsText: Bool,
        progress: @escaping @Sendable (ShelfStage, Double) -> Void
    ) async throws(HTTPProblem) -> Shelf

    /// Something that follows the books of one camera.
    ///
    /// - Parameters:
    ///   - options: stay the same as long as it lasts.
    ///   - readsText: whether titles are read, which takes longer.
    func session(options: ShelfOptions, readsText: Bool) async throws(HTTPProblem) -> any ShelfSession

    /// Is told what a person corrected of a shelf.
    ///
    /// - Parameters:
    ///   - shelf: as it was found.
    ///   - old: what the person had said before.
    func note(_ shelf: Shelf, from old: ShelfCorrections?, to new: ShelfCorrections) async

    /// The server stops.
    func close() async
}

/// What is being done, in one word, with the share of that which is done.
package enum ShelfStage: String, Sendable, CaseIterable {
    case looking
    case reading
}

/// Follows the books that one camera sees.
package protocol ShelfSession: Sendable {
    /// - Parameter time: of the picture, in seconds since any moment; never falls.
    /// - Returns: what is known now. Where a newer picture took this one's place, its outcome says that it was skipped.
    func look(at image: RGBImage, time: Double) async -> Shelf

    /// Ends it.
    func close() async
}
