package import Espy
package import EspyApp
import EspyHTTP

/// Opens the photo library on first use, keeps it open, and converts its errors to HTTP problems.
///
/// There are two connections, so that thumbnails do not wait for a search.
package actor GalleryService {
    /// The time for searches, in seconds since 1970 in the local time zone.
    nonisolated let now: @Sendable () -> Int
    nonisolated let indexing: IndexingService?
    nonisolated let home: String
    private nonisolated let file: GalleryFile
    private nonisolated let texts: TextEmbedder?
    private var finding: Gallery?
    private var showing: Gallery?

    /// - Parameters:
    ///   - texts: Computes the text embeddings of queries.
    ///   - indexing: Nil if this process does not index.
    ///   - home: The user's home folder, where the folder picker starts.
    ///   - now: Seconds since 1970 in the local time zone, so that `2024-05-03` means that day locally.
    package init(
        _ file: GalleryFile, texts: TextEmbedder? = nil, indexing: IndexingService? = nil, home: String,
        now: @escaping @Sendable () -> Int
    ) {
        (self.file, self.texts, self.indexing, self.home, self.now) = (file, texts, indexing, home, now)
    }

    /// Queries the library. Returns `nothing` if there is none.
    nonisolated func find<Value: Sendable>(
        or nothing: Value, _ work: @Sendable (Gallery) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        guard let gallery = try await finder(making: false) else { return nothing }
        do { return try await work(gallery) } catch { throw HTTPProblem(ofQuery: error) }
    }

    /// Runs work that needs a library. Throws “not found” if there is none.
    nonisolated func use<Value: Sendable>(
        making: Bool = false, _ work: @Sendable (Gallery) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        guard let gallery = try await finder(making: making) else { throw .notFound }
        return try await Self.run(gallery, work)
    }

    /// Reads the data of one photo.
    nonisolated func show<Value: Sendable>(
        _ work: @Sendable (Gallery) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        guard let gallery = try await shower() else { throw .notFound }
        return try await Self.run(gallery, work)
    }

    private static func run<Value: Sendable>(
        _ gallery: Gallery, _ work: @Sendable (Gallery) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        do { return try await work(gallery) } catch { throw HTTPProblem(error) }
    }

    /// Opens another connection.
    nonisolated func open(making: Bool = false) throws(HTTPProblem) -> Gallery? {
        guard making || file.exists else { return nil }
        do throws(Problem) {
            return try file.open(making: making, texts: texts)
        } catch {
            throw .galleryUnusable(error.detail)
        }
    }

    private func finder(making: Bool) async throws(HTTPProblem) -> Gallery? {
        if let finding { return finding }
        let opened = try open(making: making)
        if finding == nil { finding = opened }
        return finding
    }

    private func shower() async throws(HTTPProblem) -> Gallery? {
        if let showing { return showing }
        let opened = try open(making: false)
        if showing == nil { showing = opened }
        return showing
    }
}
