/// What a server answers.
package struct Response: Sendable {
    package var status: Int
    package var headers: Headers
    package var body: Body

    package init(_ status: Int = 200, headers: Headers = [:], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A part of a file, sent without reading it into memory. The file is opened when the answer is made, so it
        /// may be removed afterwards.
        case file(OpenFile, offset: Int, length: Int)
        /// Server-sent events, until the stream ends or the client goes away, which ends the stream.
        case events(AsyncStream<ServerEvent>)
    }

    /// JSON with sorted keys, so that equal answers are equal bytes.
    package static func json(_ value: some Encodable, status: Int = 200) throws(HTTPProblem) -> Response {
        guard let bytes = JSON.bytes(value) else { throw .internalError() }
        return Response(status, headers: ["Content-Type": "application/json"], body: .bytes(bytes))
    }

    package static let noContent = Response(204)
}

extension Response.Body {
    /// In bytes; nil when nobody knows.
    package var length: Int? {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .file(_, _, let length): length
        case .events: nil
        }
    }

    /// - Parameter range: within the length.
    func cut(_ range: Range<Int>) -> Response.Body {
        switch self {
        case .bytes(let bytes): .bytes(Array(bytes[range]))
        case .file(let file, let offset, _): .file(file, offset: offset + range.lowerBound, length: range.count)
        case .none, .events: self
        }
    }
}

/// One event of a stream (HTML standard, 9.2).
package struct ServerEvent: Sendable, Equatable {
    /// A word.
    package var name: String
    /// Without line breaks: JSON in one line.
    package var data: String
    package var id: String?

    package init(_ name: String, data: String, id: String? = nil) {
        self.name = name
        self.data = data
        self.id = id
    }

    /// As it goes over the line.
    package var text: String {
        (id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: \(data)\n\n"
    }
}
