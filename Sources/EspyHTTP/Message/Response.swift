import Foundation

/// An HTTP response.
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
        /// A part of a file, sent without reading it into memory. The file is opened when the response is made, so it
        /// may be deleted afterward.
        case file(OpenFile, offset: Int, length: Int)
        /// Server-sent events, until the stream ends; a client that disconnects ends it.
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
    /// In bytes; nil when unknown.
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
    /// A single word.
    package var name: String
    /// Must not contain line breaks: JSON on one line.
    package var data: String
    package var id: String?

    package init(_ name: String, data: String, id: String? = nil) {
        self.name = name
        self.data = data
        self.id = id
    }

    /// The event as it is sent.
    package var text: String {
        (id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: \(data)\n\n"
    }
}

/// A regular file that is open for reading, and closed with its last reference.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    /// In bytes, when it was opened.
    package let size: Int
    /// Seconds since 1970.
    package let modified: Int

    /// - Returns: nil when the path is not a readable regular file. A symbolic link at its end is not followed.
    package convenience init?(_ path: String) {
        let opened = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { return nil }
        self.init(adopting: opened)
    }

    /// Takes ownership of a descriptor, and closes it at once if it is not a regular file.
    package init?(adopting descriptor: Int32) {
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        size = Int(found.st_size)
        modified = Int(found.st_mtim.tv_sec)
    }

    deinit { close(descriptor) }

    /// Reads the first bytes, or all of them.
    ///
    /// - Returns: nil when the file cannot be read, or has become shorter.
    package func bytes(atMost limit: Int = .max) -> [UInt8]? {
        let wanted = min(size, limit)
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let count = pread(descriptor, buffer.baseAddress.map { $0 + filled }, wanted - filled, off_t(filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                filled += count
            }
            isWhole = filled == wanted
        }
        return isWhole ? bytes : nil
    }
}

/// JSON in the form that the server reads and writes.
package enum JSON {
    /// Nil when the value contains a number that JSON cannot represent.
    package static func bytes(_ value: some Encodable) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map(Array.init)
    }

    /// - Throws: a problem that says what is wrong with it, worded for the client's author.
    package static func value<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws(HTTPProblem) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw .badRequest(Self.reason(error))
        } catch {
            throw .badRequest("the body is not JSON")
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        func place(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return path.isEmpty ? "the body" : path.joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context): return "\(place(context)) lacks “\(key.stringValue)”"
        case .typeMismatch(let type, let context): return "\(place(context)) is no \(type)"
        case .valueNotFound(_, let context): return "\(place(context)) is null"
        case .dataCorrupted(let context): return context.codingPath.isEmpty ? "the body is not JSON" : place(context)
        @unknown default: return "the body is not JSON of the expected shape"
        }
    }
}
