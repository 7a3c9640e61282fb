/// Finds and reads all the symbols in a picture.
///
/// ```swift
/// let readings = await SymbolReader().read(GrayView(width: width, height: height, pixels: gray)).readings
/// ```
public struct SymbolReader: Sendable {
    /// What to look for.
    public struct Options: Sendable, Hashable {
        /// The sizes to expect. Fewer sizes, fewer chances for a wrong reading, and less time.
        public var sizes: [SymbolSize] = SymbolSize.all

        public init() {}
    }

    public let options: Options

    public init(options: Options = Options()) {
        self.options = options
    }

    /// Reads every symbol in the view, on the caller's own thread, in the same way as the asynchronous function of this
    /// name and with the same result.
    public func readAlone(_ view: GrayView) -> SymbolReadings {
        guard var rounds = SymbolRounds(view, sizes: options.sizes) else { return .none }
        while let parts = rounds.next() { rounds.take(parts.map { $0() }) }
        return rounds.result
    }
}
