import EspyHTTP
import Synchronization

/// Gathers lines in a file that has no name.
final class LineFile: Sendable {
    private struct State: ~Copyable {
        var file: NamelessFile?
        var waiting: [UInt8] = []

        init(_ file: consuming NamelessFile) { self.file = consume file }
    }

    private let state: Mutex<State>

    /// - Parameter folder: on the disk that is to hold it.
    init(in folder: String) throws(Problem) { state = Mutex(State(try NamelessFile(in: folder))) }

    func add(_ line: String) throws(Problem) {
        try state.withLock { (state) throws(Problem) in
            state.waiting += Array(line.utf8)
            state.waiting.append(UInt8(ascii: "\n"))
            guard state.waiting.count >= 1 << 16 else { return }
            try state.file?.append(state.waiting)
            state.waiting.removeAll(keepingCapacity: true)
        }
    }

    /// The file for reading. No line can be added any more.
    func finished() throws(Problem) -> OpenFile {
        try state.withLock { (state) throws(Problem) in
            try state.file?.append(state.waiting)
            guard let file = state.file.take() else { throw .internalError }
            return try file.finished()
        }
    }
}
