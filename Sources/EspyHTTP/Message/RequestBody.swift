/// What a client sends, piece by piece as it arrives. It can be read once.
package struct RequestBody: Sendable, AsyncSequence {
    package typealias Element = [UInt8]
    package typealias Failure = HTTPProblem

    /// As the client announced it; nil when it comes in chunks.
    package let length: Int?
    private let pieces: @Sendable () -> Iterator

    /// - Parameter next: gives the next piece, which is not empty, or nil at the end. Throws when the client went
    ///   away or sent what is no body.
    package init(length: Int?, next: @escaping @Sendable () async throws(HTTPProblem) -> [UInt8]?) {
        self.length = length
        pieces = { Iterator(pull: next) }
    }

    package init(_ bytes: [UInt8]) {
        length = bytes.count
        pieces = { Iterator(bytes) }
    }

    package static let empty = RequestBody([])

    package func makeAsyncIterator() -> Iterator { pieces() }

    /// All of it in memory.
    ///
    /// - Throws: ``HTTPProblem/tooLarge(limit:)`` as soon as it is clear that there is more than `limit`.
    package func collected(limit: Int) async throws(HTTPProblem) -> [UInt8] {
        if let length, length > limit { throw .tooLarge(limit: limit) }
        var bytes: [UInt8] = []
        var iterator = makeAsyncIterator()
        while let piece = try await iterator.next() {
            guard bytes.count + piece.count <= limit else { throw .tooLarge(limit: limit) }
            bytes += piece
        }
        return bytes
    }

    package struct Iterator: AsyncIteratorProtocol {
        private var rest: [UInt8]?
        private let pull: (@Sendable () async throws(HTTPProblem) -> [UInt8]?)?

        fileprivate init(pull: @escaping @Sendable () async throws(HTTPProblem) -> [UInt8]?) { self.pull = pull }

        fileprivate init(_ bytes: [UInt8]) {
            pull = nil
            rest = bytes.isEmpty ? nil : bytes
        }

        package mutating func next() async throws(HTTPProblem) -> [UInt8]? {
            if let pull { return try await pull() }
            defer { rest = nil }
            return rest
        }

        package mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPProblem) -> [UInt8]? {
            try await next()
        }
    }
}
