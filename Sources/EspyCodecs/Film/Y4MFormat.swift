/// What the first line of a YUV4MPEG2 stream says of its frames.
public struct Y4MFormat: Sendable, Equatable {
    /// How many samples of color there are for each four of brightness.
    public enum Chroma: String, Sendable, CaseIterable {
        case mono
        case quarter = "420"
        case half = "422"
        case full = "444"
    }

    public let width: Int
    public let height: Int
    /// Frames per second.
    public let rate: Double
    public let chroma: Chroma
    /// Whether levels go from 0 to 255, and not from 16 to 235.
    public let isFullRange: Bool

    /// The most pixels that a frame may have: 8K.
    public static let mostPixels = 7680 * 4320
    /// What is assumed where the stream does not say.
    private static let usualRate = 30.0

    /// - Parameter line: without its end.
    public init(_ line: some Collection<UInt8>) throws(FilmError) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.first == "YUV4MPEG2" else { throw .notAFilm }
        var (width, height, rate) = (0, 0, Self.usualRate)
        var (chroma, isFullRange) = (Chroma.quarter, false)
        for word in words.dropFirst() {
            let value = word.dropFirst()
            switch word.first {
            case "W": width = Int(value) ?? 0
            case "H": height = Int(value) ?? 0
            case "F": rate = Self.rate(value) ?? Self.usualRate
            case "C": (chroma, isFullRange) = (try Self.chroma(value), isFullRange || value == "420jpeg")
            case "X" where value == "COLORRANGE=FULL": isFullRange = true
            case "X" where value == "COLORRANGE=LIMITED": isFullRange = false
            default: break
            }
        }
        guard width > 0, height > 0 else { throw .damaged("it has no size") }
        guard width <= Self.mostPixels, height <= Self.mostPixels, width * height <= Self.mostPixels else {
            throw .tooManyPixels(width: width, height: height, limit: Self.mostPixels)
        }
        (self.width, self.height, self.rate) = (width, height, rate)
        (self.chroma, self.isFullRange) = (chroma, isFullRange)
    }

    /// Bytes of one frame.
    public var frameSize: Int { width * height + 2 * chromaWidth * chromaHeight }

    var chromaWidth: Int {
        switch chroma {
        case .mono: 0
        case .quarter, .half: (width + 1) / 2
        case .full: width
        }
    }

    var chromaHeight: Int {
        switch chroma {
        case .mono: 0
        case .quarter: (height + 1) / 2
        case .half, .full: height
        }
    }

    private static func rate(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":").map { Double($0) ?? 0 }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
        let rate = parts[0] / parts[1]
        return (0.01...1000).contains(rate) ? rate : nil
    }

    private static func chroma(_ text: Substring) throws(FilmError) -> Chroma {
        switch text {
        case "mono": return .mono
        case "420", "420jpeg", "420mpeg2", "420paldv": return .quarter
        case "422": return .half
        case "444": return .full
        default: throw .unsupported(String(text.prefix(16)))
        }
    }
}
