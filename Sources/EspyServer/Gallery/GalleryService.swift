package import Espy
package import EspyApp
import EspyHTTP

/// Opens the photo library when it is first needed, keeps it open, and tells its errors in the words of HTTP.
///
/// It is opened twice: pictures are not to wait for a search.
package actor GalleryService {
    /// For a search, in seconds since 1970 by the clock of the place.
    nonisolated let now: @Sendable () -> Int
    nonisolated let indexing: IndexingService?
    nonisolated let home: String
    private nonisolated let file: GalleryFile
    private nonisolated let texts: TextMeaning?
    private var finding: Gallery?
    private var showing: Gallery?

    /// - Parameters:
    ///   - texts: tells the meaning of words.
    ///   - indexing: nil where nothing is indexed in this process.
    ///   - home: folder of the user: where a folder is chosen first.
    ///   - now: seconds since 1970, by the clock of the place: `2024-05-03` is what it is there.
    package init(
        _ file: GalleryFile, texts: TextMeaning? = nil, indexing: IndexingService? = nil, home: String,
        now: @escaping @Sendable () -> Int
    ) {
        (self.file, self.texts, self.indexing, self.home, self.now) = (file, texts, indexing, home, now)
    }

    /// Looks something up; `nothing` is the answer where there is no library.
    nonisolated func find<Value: Sendable>(
        or nothing: Value, _ work: @Sendable (Gallery) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        guard let gallery = try await finder(making: false) else { return nothing }
        do { return try await work(gallery) } catch { throw HTTPProblem(ofQuery: error) }
    }

    /// Works with something that must be there.
    nonisolated func use<Value: Sendable>(
        making: Bool = false, _ work: @Sendable (Gallery) async throws -> Value
    ) async throws(HTTPProblem) -> Value {
        guard let gallery = try await finder(making: making) else { throw .notFound }
        return try await Self.run(gallery, work)
    }

    /// Reads what belongs to one photo.
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

    /// Another connection.
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
