/// How codes become rows and columns.
public enum RackGrid: Sendable, Hashable {
    /// A lattice fitted to the codes; the size of the box is taken from the picture where it shows.
    case automatic
    /// A lattice fitted to the codes, of a box whose size is known.
    case size(rows: Int, columns: Int)
    /// No lattice: codes whose centers differ by less than this many pixels share a row, and likewise a column.
    case tolerance(Double)

    /// The rows and columns of a box of known size.
    var size: (rows: Int, cols: Int)? {
        if case .size(let rows, let columns) = self { return (rows, columns) }
        return nil
    }

    /// The most rows or columns that a box may have.
    public static let largestSide = 64
}

extension RackGrid: CustomStringConvertible {
    /// Reads `auto`, `9x9` (rows x columns: `8x12` has eight rows) and `tolerance:100`; nil for anything else.
    public init?(parsing text: String) {
        let text = text.lowercased()
        if text == "auto" {
            self = .automatic
        } else if text.hasPrefix("tolerance:") {
            guard let pixels = Double(text.dropFirst("tolerance:".count)) else { return nil }
            self = .tolerance(pixels)
        } else {
            let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard sides.count == 2, let rows = sides[0], let columns = sides[1] else { return nil }
            self = .size(rows: rows, columns: columns)
        }
        guard isUsable else { return nil }
    }

    /// The form that ``init(parsing:)`` reads.
    public var description: String {
        switch self {
        case .automatic: "auto"
        case .size(let rows, let columns): "\(rows)x\(columns)"
        case .tolerance(let pixels): "tolerance:" + (Int(exactly: pixels).map(String.init) ?? String(pixels))
        }
    }

    /// Both sides from 1 to ``largestSide``; a tolerance that is a positive, finite number.
    public var isUsable: Bool {
        switch self {
        case .automatic: true
        case .size(let rows, let columns):
            (1...Self.largestSide).contains(rows) && (1...Self.largestSide).contains(columns)
        case .tolerance(let pixels): pixels.isFinite && pixels > 0
        }
    }
}
