/// What a model answers.
public struct ModelOutput: Codable, Sendable, Equatable {
    public var kind: Kind
    /// Rows for each picture: places where a detector may see something, or cells. Nil for an embedder, which has one.
    public var rows: Int?
    /// Numbers in a row: `5 + classes` for a detector, the length of the vector for an embedder, 3 for maps of spines,
    /// the length of the vector and one for each tag for a tagger, one for each kind for a classifier, 1 for a map of
    /// text, two more than there are signs for characters.
    public var columns: Int
    /// Pixels between neighboring cells of each grid of a detector, in the order of its rows; for maps of spines, those
    /// of a cell down and across. Empty for an embedder. For a map of text, what its sides are multiples of; for
    /// characters, how far it is from step to step.
    public var strides: [Int]

    public init(kind: Kind, rows: Int? = nil, columns: Int, strides: [Int] = []) {
        self.kind = kind
        self.rows = rows
        self.columns = columns
        self.strides = strides
    }

    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// `[N, rows, 5 + classes]`: offset in the cell and logarithm of the size, both in strides, then objectness and
        /// class scores, both 0…1. Center = (offset + cell) * stride, size = exp(logarithm) * stride.
        case yoloxRaw
        /// `[N, rows, 5 + classes]`: center and size in pixels of the input, then objectness and class scores, 0…1.
        case yoloxDecoded
        /// `[N, columns]`: a vector of any length other than zero; it is brought to length 1 by whoever compares.
        case embedding
        /// `[N, columns]`: the same for a text.
        case textEmbedding
        /// `[N, rows, 3]`: for each cell of a grid, row by row, how likely a left side of a standing book runs through it,
        /// a right side, and that it lies inside of one, 0…1.
        case spineMaps
        /// `[N, columns]`: a vector of length 1 that is near those of similar photos, then how likely each tag is, 0…1.
        case tags
        /// `[N, columns]`: for each kind how much speaks for it; the softmax of a row tells how likely each is.
        case logits
        /// `[N, columns]`: how likely each kind is, 0…1; a row adds up to 1.
        case probabilities
        /// `[N, 1, height, width]`: for each pixel of the input how likely a line of text covers it, 0…1.
        case textMap
        /// `[N, steps, columns]`: along a line, step by step, how likely each sign is, 0…1: first that there is none,
        /// then the signs that the file lists, last a space.
        case characters
        /// `[1, columns, height / 8, width / 8]` and `[1, any, height / 16, width / 16]`: features of a picture.
        case seekerStem
        /// `[1, columns, height / 2, width / 2]` of the coarse features' size, and half of that again.
        case seekerContext
        /// `[1, columns, height / 8, width / 8]`: features of a picture.
        case seekerMaps
        /// A mean `[1, columns]`, keys `[1, columns, 9]` and a size `[1, 2]`: what an example looks like.
        case seekerExample
        /// `[1, cells, 5]`: corners of a box and its score, of what is like an example.
        case seekerFind
        /// The same of whole things of any kind.
        case seekerPropose
        /// `[N, columns]`: a vector of length 1 for each of N boxes.
        case seekerDescribe
        /// `[N, columns, columns]`: for each cell of N windows how likely the thing fills it, 0…1.
        case outlines

        /// What a model with such an answer is for.
        public var task: ModelEntry.Task {
            switch self {
            case .yoloxRaw, .yoloxDecoded: .detector
            case .embedding: .embedder
            case .textEmbedding: .text
            case .spineMaps: .spines
            case .tags: .tagger
            case .logits, .probabilities: .classifier
            case .textMap: .textDetector
            case .characters: .textRecognizer
            case .seekerStem: .seekerStem
            case .seekerContext: .seekerContext
            case .seekerMaps: .seekerMaps
            case .seekerExample: .seekerExample
            case .seekerFind: .seekerFind
            case .seekerPropose: .seekerPropose
            case .seekerDescribe: .seekerDescribe
            case .outlines: .outliner
            }
        }

        /// Whether the model takes pictures of any size: see ``OpenModel``.
        public var isOpen: Bool { self == .textMap || self == .characters }

        /// Whether the answer to a picture is one row, without places.
        var isVector: Bool { [.embedding, .textEmbedding, .tags, .logits, .probabilities].contains(self) }
    }

    /// Shape of the answer for a batch of pictures.
    public func shape(batch: Int) -> [Int] {
        if kind == .textMap { return [batch, 1, -1, -1] }
        if kind == .characters { return [batch, -1, columns] }
        return kind.isVector ? [batch, columns] : [batch, rows ?? 0, columns]
    }

    /// Rows that grids with these strides have on a picture of this size.
    public static func rows(width: Int, height: Int, strides: [Int]) -> Int {
        strides.reduce(0) { $0 + (width / $1) * (height / $1) }
    }

    private enum Key: String, CodingKey { case kind, rows, columns, strides }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        kind = try box.decode(Kind.self, forKey: .kind)
        rows = try box.decodeIfPresent(Int.self, forKey: .rows)
        columns = try box.decode(Int.self, forKey: .columns)
        strides = try box.decodeIfPresent([Int].self, forKey: .strides) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(kind, forKey: .kind)
        try box.encodeIfPresent(rows, forKey: .rows)
        try box.encode(columns, forKey: .columns)
        if !strides.isEmpty { try box.encode(strides, forKey: .strides) }
    }
}
