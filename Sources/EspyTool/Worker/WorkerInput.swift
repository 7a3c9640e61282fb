import EspySystem

/// Frames from a descriptor, read when they are asked for.
final class WorkerInput {
    private let descriptor: Descriptor
    private var parser = WorkerFrameParser(mostBytes: Files.inputLimit)
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)

    init(_ descriptor: Descriptor) { self.descriptor = descriptor }

    /// Waits for the next one.
    /// - Returns: nil at the end, or when the task was cancelled.
    func next() throws(WorkerFrameError) -> WorkerFrame? {
        while true {
            if let frame = try parser.next() { return frame }
            guard let piece = try? descriptor.readPiece(&buffer, name: "standard input") else { return nil }
            if piece.isEmpty {
                try parser.finish()
                return nil
            }
            parser.feed(piece)
        }
    }
}
