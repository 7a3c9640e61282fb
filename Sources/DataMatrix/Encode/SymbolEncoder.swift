/// Writes messages as symbols.
public struct SymbolEncoder: Sendable, Hashable {
    /// Which sizes come into question; the one with the fewest data codewords that has room is taken.
    public enum Shape: Sendable, Hashable {
        /// The 24 squares.
        case square
        /// The 6 rectangles of ISO/IEC 16022.
        case rectangular
        /// The 6 rectangles and the 18 long ones of ISO/IEC 21471, which not every reader knows.
        case extended
        /// This size and no other.
        case exact(SymbolSize)
    }

    public var shape: Shape
    /// One mode for the whole message, `nil` for the mix with the fewest codewords. Where the last characters do not
    /// fill up a group of a fixed mode they are written in ASCII, as the standard has it.
    public var encodation: Encodation?

    public init(shape: Shape = .square, encodation: Encodation? = nil) {
        self.shape = shape
        self.encodation = encodation
    }

    public func encode(_ bytes: [UInt8]) throws(EncodingError) -> Symbol {
        try encode(Message(bytes: bytes))
    }

    /// Text as ISO/IEC 8859-1 where that has all characters, as UTF-8 behind ECI 26 otherwise.
    public func encode(_ text: String) throws(EncodingError) -> Symbol {
        try encode(Message(text: text))
    }

    /// Interpretations that begin inside the header or trailer of a macro are moved to the border of its body.
    public func encode(_ message: Message) throws(EncodingError) -> Symbol {
        let frame = try MessageFrame(message)
        try checkEncodable(frame)
        let sizes = candidates
        for size in sizes where 2 * (size.dataCodewords - frame.header.count) >= frame.tokens.count {
            var planner = EncodingPlanner(frame, encodation: encodation, capacity: size.dataCodewords)
            guard let runs = planner.plan() else { continue }
            var writer = CodewordWriter(frame)
            for run in runs { writer.write(run) }
            writer.pad(to: size.dataCodewords)
            return Symbol(size: size, dataCodewords: writer.codewords)
        }
        throw .tooLong(needed: needed(frame), available: sizes.last?.dataCodewords ?? 0)
    }

    private var candidates: [SymbolSize] {
        let sizes: [SymbolSize]
        switch shape {
        case .square: sizes = SymbolSize.square
        case .rectangular: sizes = SymbolSize.rectangular
        case .extended: sizes = SymbolSize.rectangular + SymbolSize.extended
        case .exact(let size): sizes = [size]
        }
        return sizes.sorted { ($0.dataCodewords, $0.rows * $0.columns) < ($1.dataCodewords, $1.rows * $1.columns) }
    }

    private func checkEncodable(_ frame: MessageFrame) throws(EncodingError) {
        guard let encodation else { return }
        var offset = frame.skipped
        for token in frame.tokens {
            guard let byte = token.byte else { continue }
            if !token.isEncodable(in: encodation) {
                throw .notEncodable(byte: byte, offset: offset, encodation)
            }
            offset += 1
        }
    }

    private func needed(_ frame: MessageFrame) -> Int {
        // Two digits a codeword is as dense as it gets; planning is not worth it for what is far too long.
        let least = frame.header.count + (frame.tokens.count + 1) / 2
        guard least < 2 * SymbolSize.square[23].dataCodewords else { return least }
        var planner = EncodingPlanner(frame, encodation: encodation, capacity: EncodingPlanner.unlimited)
        var writer = CodewordWriter(frame)
        for run in planner.plan() ?? [] { writer.write(run) }
        return writer.codewords.count
    }
}
