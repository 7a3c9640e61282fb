/// An HTTP request that is valid as far as HTTP itself goes.
package struct Request: Sendable {
    package var method: Method
    /// The path components, percent-decoded. None is empty, `.` or `..`, and none contains a slash or NUL.
    package var path: [String]
    package var query: Query
    package var headers: Headers
    package var peer: Peer
    package var body: RequestBody
    /// The authenticated caller; a stranger until the access checks have run.
    package var caller: Caller = .stranger
    /// The caller's name for people, as recorded in logs.
    package var callerName = "this machine"

    package init(
        _ method: Method, path: [String], query: Query = .init(), headers: Headers = [:], peer: Peer = .loopback,
        body: RequestBody = .empty
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.peer = peer
        self.body = body
    }

    package enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case options = "OPTIONS"
    }

    /// The source of a request, after the access checks.
    package enum Caller: Sendable, Equatable {
        /// A user on this machine.
        case local
        /// A paired device, by its id.
        case device(String)
        /// A program with a valid token, by the token's id, and the scopes it grants.
        case program(String, scopes: Set<String>)
        /// Anyone else.
        case stranger
    }

    /// The other end of the connection.
    package struct Peer: Sendable, Equatable {
        /// Numeric, without port.
        package var address: String
        /// Whether it is this machine.
        package var isLoopback: Bool
        /// Whether it is a program on this machine that runs as the same user.
        package var isOwnUser: Bool
        /// Whether the connection is encrypted.
        package var isEncrypted: Bool
        /// Whether all this comes from a trusted proxy; a client behind one never counts as this machine.
        package var isForwarded = false

        /// - Parameter isOwnUser: nil for the value of `isLoopback`.
        package init(
            address: String, isLoopback: Bool, isOwnUser: Bool? = nil, isEncrypted: Bool = false,
            isForwarded: Bool = false
        ) {
            self.address = address
            self.isLoopback = isLoopback
            self.isOwnUser = isOwnUser ?? isLoopback
            self.isEncrypted = isEncrypted
            self.isForwarded = isForwarded
        }

        package static let loopback = Peer(address: "127.0.0.1", isLoopback: true)
    }
}

/// The decoded parameters after the question mark, in order.
package struct Query: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    package var pairs: [Pair]

    package struct Pair: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    package init(_ pairs: [(String, String)] = []) {
        self.pairs = pairs.map { Pair(name: $0.0, value: $0.1) }
    }

    package init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

    /// The first value of a name.
    package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }
}

/// The body of a request, piece by piece as it arrives. It can be read once.
package struct RequestBody: Sendable, AsyncSequence {
    package typealias Element = [UInt8]
    package typealias Failure = HTTPProblem

    /// The length that the client announced; nil for a chunked body.
    package let length: Int?
    private let pieces: @Sendable () -> Iterator

    /// - Parameter next: returns the next non-empty piece, or nil at the end. Throws when the client disconnected or
    ///   sent an invalid body.
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

    /// Reads all of it into memory.
    ///
    /// - Throws: ``HTTPProblem/tooLarge(limit:)`` as soon as the body is known to exceed `limit`.
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
