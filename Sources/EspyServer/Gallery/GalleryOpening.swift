package import Espy
package import EspyHTTP

/// Opens the photo library of the user.
package protocol GalleryOpening: Sendable {
    /// - Parameter making: make one where there is none.
    /// - Returns: nil where there is none. Each time another one, with a connection of its own.
    func open(making: Bool) async throws(Problem) -> Gallery?
}

/// Indexes the photo library in the background.
package protocol GalleryIndexing: Sendable {
    /// How far it is; nil while there is nothing to index.
    func progress() async -> LibraryProgress?
    /// The same, now and whenever it changes.
    func changes() async -> AsyncStream<LibraryProgress>
    func setPaused(_ isPaused: Bool) async
    /// Folders were added or removed, or are to be looked at anew.
    func wake() async
    /// Ends it; what is done is kept.
    func stop() async
}
