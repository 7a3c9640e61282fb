public import EspyPixels

/// What ``Counter/updates(for:)`` tells: how far it is, and at the end what it found.
public enum CountUpdate: Sendable, Equatable {
    case progress(CountProgress)
    case result(Count)
}

extension Counter {
    /// Counts the things in one photo and tells how far it is.
    ///
    /// ```swift
    /// for try await update in counter.updates(for: image) {
    ///     if case .progress(let progress) = update { show(progress) }
    /// }
    /// ```
    /// The last element is the result; no progress is left out. Who stops listening ends the work.
    ///
    /// - Throws: ``CountError``, as counting without progress does.
    public func updates(for image: RGBImage) -> AsyncThrowingStream<CountUpdate, any Error> {
        AsyncThrowingStream { continuation in
            let work = Task {
                do throws(CountError) {
                    let count = try await self.count(image) { continuation.yield(.progress($0)) }
                    continuation.yield(.result(count))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in work.cancel() }
        }
    }
}
