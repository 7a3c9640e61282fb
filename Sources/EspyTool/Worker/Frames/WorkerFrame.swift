import EspyApp

/// One input of a worker, as it came: what it is to be called, and where its bytes are.
package struct WorkerFrame: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case bytes([UInt8])
        case path(String)
        /// More bytes than a photo may have; they were passed over.
        case tooLarge(Int)
    }

    package let id: String
    package let content: Content
}

/// Why what comes is no sequence of frames; what follows cannot be understood any more.
package enum WorkerFrameError: Error, Equatable {
    /// - Parameter reason: what was expected.
    case header(reason: String)
    /// The input ended within a header, or within the bytes of the frame of that name.
    case truncated(id: String?)

    package var text: String {
        switch self {
        case .header(let reason): "a header of a frame makes no sense: \(reason)"
        case .truncated(let id): "the input ends within \(id.map { "the frame \($0)" } ?? "a header")"
        }
    }
}

/// What a header says: `{"id":"a","bytes":12}` or `{"id":"a","path":"a.jpg"}`. Keys that are not known are passed over.
struct WorkerHeader: Equatable {
    enum Place: Equatable {
        case bytes(Int)
        case path(String)
    }

    /// Bytes of UTF-8.
    static let longestName = 4_096

    let id: String
    let place: Place

    /// - Parameter line: without its end.
    init(_ line: ArraySlice<UInt8>) throws(WorkerFrameError) {
        guard let text = String(validating: line, as: UTF8.self) else {
            throw .header(reason: "expected UTF-8")
        }
        guard case .object(let members) = try Self.json(text) else { throw .header(reason: "expected an object") }
        guard case .text(let id) = members["id"], Self.isName(id) else {
            throw .header(reason: "expected an id, a text of 1 to \(Self.longestName) bytes")
        }
        self.id = id
        switch (members["bytes"], members["path"]) {
        case (.number(let count), nil):
            guard let count = Int(exactly: count), count >= 0 else {
                throw .header(reason: "expected a number of bytes from 0 on")
            }
            place = .bytes(count)
        case (nil, .text(let path)):
            guard Self.isName(path) else {
                throw .header(reason: "expected a path of 1 to \(Self.longestName) bytes")
            }
            place = .path(path)
        default: throw .header(reason: "expected either bytes, a number, or path, a text")
        }
    }

    private static func isName(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count) && !text.utf8.contains(0)
    }

    private static func json(_ text: String) throws(WorkerFrameError) -> JSONReader.Value {
        do throws(JSONReader.Failure) {
            return try JSONReader.read(text)
        } catch {
            throw .header(reason: "expected \(error.expected) at column \(error.column)")
        }
    }
}
