import EspyApp

/// One input of a worker: its name and contents.
package struct WorkerFrame: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case bytes([UInt8])
        case path(String)
        /// The photo is too large; its bytes were skipped.
        case tooLarge(Int)
    }

    package let id: String
    package let content: Content
}

/// The input is not a sequence of frames; the rest cannot be read.
package enum WorkerFrameError: Error, Equatable {
    /// - Parameter reason: The expected form.
    case header(reason: String)
    /// The input ended within a header, or within the bytes of the named frame.
    case truncated(id: String?)

    package var text: String {
        switch self {
        case .header(let reason): "invalid frame header: \(reason)"
        case .truncated(let id): "the input ends within \(id.map { "the frame \($0)" } ?? "a header")"
        }
    }
}

/// A header: `{"id":"a","bytes":12}` or `{"id":"a","path":"a.jpg"}`. Unknown keys are ignored.
private struct WorkerHeader: Equatable {
    enum Place: Equatable {
        case bytes(Int)
        case path(String)
    }

    /// In bytes of UTF-8.
    static let longestName = 4_096

    let id: String
    let place: Place

    /// - Parameter line: Without its line break.
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
                throw .header(reason: "expected a number of bytes, at least 0")
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

/// Parses a worker's input as it arrives: a line of JSON, followed by the announced bytes.
///
/// Buffers at most one frame, and allocates nothing in advance, because a header may announce any number of bytes.
package struct WorkerFrameParser {
    /// Maximum number of bytes of a header, without its line break.
    package static let longestHeader = 65_536

    private enum State {
        case header
        case body(id: String, missing: Int, bytes: [UInt8])
        /// The bytes are too many to keep.
        case skipped(id: String, missing: Int, count: Int)
    }

    private let mostBytes: Int
    private var state = State.header
    private var buffer: [UInt8] = []
    private var start = 0

    /// - Parameter mostBytes: The largest photo, in bytes.
    package init(mostBytes: Int) { self.mostBytes = mostBytes }

    package mutating func feed(_ piece: ArraySlice<UInt8>) {
        buffer.removeFirst(start)
        start = 0
        buffer += piece
    }

    /// - Returns: nil if more bytes are needed.
    /// - Throws: Only ``WorkerFrameError/header(reason:)``.
    package mutating func next() throws(WorkerFrameError) -> WorkerFrame? {
        if case .header = state {
            guard let line = try takeLine() else { return nil }
            let header = try WorkerHeader(line)
            switch header.place {
            case .path(let path): return WorkerFrame(id: header.id, content: .path(path))
            case .bytes(let count) where count > mostBytes:
                state = .skipped(id: header.id, missing: count, count: count)
            case .bytes(let count): state = .body(id: header.id, missing: count, bytes: [])
            }
        }
        return takeBody()
    }

    /// Must be called at the end of the input.
    /// - Throws: Only ``WorkerFrameError/truncated(id:)``.
    package func finish() throws(WorkerFrameError) {
        switch state {
        case .header: if start < buffer.count { throw .truncated(id: nil) }
        case .body(let id, _, _), .skipped(let id, _, _): throw .truncated(id: id)
        }
    }

    private mutating func takeLine() throws(WorkerFrameError) -> ArraySlice<UInt8>? {
        let rest = buffer[start...]
        guard let end = rest.firstIndex(of: 0x0A) else {
            if rest.count > Self.longestHeader { throw Self.tooLong }
            return nil
        }
        guard end - start <= Self.longestHeader else { throw Self.tooLong }
        start = end + 1
        return rest[..<end]
    }

    private static let tooLong = WorkerFrameError.header(reason: "it has more than \(longestHeader) bytes")

    private mutating func takeBody() -> WorkerFrame? {
        switch state {
        case .header: return nil
        case .body(let id, let missing, var bytes):
            state = .header
            let taken = take(missing)
            bytes += taken
            guard taken.count == missing else {
                state = .body(id: id, missing: missing - taken.count, bytes: bytes)
                return nil
            }
            return WorkerFrame(id: id, content: .bytes(bytes))
        case .skipped(let id, let missing, let count):
            let rest = missing - take(missing).count
            state = rest > 0 ? .skipped(id: id, missing: rest, count: count) : .header
            return rest > 0 ? nil : WorkerFrame(id: id, content: .tooLarge(count))
        }
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        let end = start + min(count, buffer.count - start)
        defer { start = end }
        return buffer[start..<end]
    }
}
