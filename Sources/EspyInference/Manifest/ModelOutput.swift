/// The output of a model.
public struct ModelOutput: Sendable, Equatable {
    public var kind: Kind
    /// Rows for each picture: places where a detector may see something, or cells. Nil for an embedder, which has only
    /// one.
    public var rows: Int?
    /// Numbers in a row: `5 + classes` for a detector, the length of the vector for an embedder, 3 for maps of spines,
    /// the length of the vector plus one for each tag for a tagger, one for each class for a classifier, 1 for a map of
    /// text, two more than the number of characters for characters.
    public var columns: Int
    /// Pixels between neighboring cells of each grid of a detector, in the order of its rows; for maps of spines, the
    /// height and width of a cell. Empty for an embedder. For a map of text, its sides are multiples of this; for
    /// characters, it is the distance between steps.
    public var strides: [Int]

    public init(kind: Kind, rows: Int? = nil, columns: Int, strides: [Int] = []) {
        self.kind = kind
        self.rows = rows
        self.columns = columns
        self.strides = strides
    }

    public enum Kind: String, Sendable, CaseIterable {
        /// `[N, rows, 5 + classes]`: offset in the cell and logarithm of the size, both in strides, then objectness and
        /// class scores, both 0…1. Center = (offset + cell) * stride, size = exp(logarithm) * stride.
        case yoloxRaw
        /// `[N, rows, 5 + classes]`: center and size in pixels of the input, then objectness and class scores, 0…1.
        case yoloxDecoded
        /// `[N, columns]`: a vector of any length except zero; it is scaled to length 1 for comparison.
        case embedding
        /// `[N, columns]`: the same for a text.
        case textEmbedding
        /// `[N, rows, 3]`: for each cell of a grid, row by row, the chance that the left side of a standing book runs
        /// through it, that a right side does, and that it is inside one, 0…1.
        case spineMaps
        /// `[N, columns]`: a vector of length 1 that is close to those of similar photos, then the chance of each tag,
        /// 0…1.
        case tags
        /// `[N, columns]`: the logit of each class; the softmax of a row gives their chances.
        case logits
        /// `[N, columns]`: the chance of each class, 0…1; a row adds up to 1.
        case probabilities
        /// `[N, 1, height, width]`: for each pixel of the input the chance that a line of text covers it, 0…1.
        case textMap
        /// `[N, steps, columns]`: at each step along a line, the chance of each character, 0…1: first that there is
        /// none, then the characters that the file lists, and a space at the end.
        case characters
        /// `[1, columns, height / 8, width / 8]` and `[1, any, height / 16, width / 16]`: features of a picture.
        case seekerStem
        /// `[1, columns, height / 2, width / 2]` of the coarse features' size, and half of that again.
        case seekerContext
        /// `[1, columns, height / 8, width / 8]`: features of a picture.
        case seekerMaps
        /// A mean `[1, columns]`, keys `[1, columns, 9]` and a size `[1, 2]`: the description of an example.
        case seekerExample
        /// `[1, cells, 5]`: corners and score of the boxes of things like an example.
        case seekerFind
        /// The same for whole things of any kind.
        case seekerPropose
        /// `[N, columns]`: a vector of length 1 for each of N boxes.
        case seekerDescribe
        /// `[N, columns, columns]`: for each cell of N windows the chance that the thing fills it, 0…1.
        case outlines
        /// For each cell of a grid, the box and six points of a face `[1, cells, columns]`, in pixels of the input from
        /// the cell's center, and its logit `[1, cells, 1]`.
        case faces
        /// `[N, columns]`: a vector of any length for each of N faces.
        case faceVectors

        /// The task of a model with this output.
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
            case .faces: .faceDetector
            case .faceVectors: .faceDescriber
            }
        }

        /// Whether the model takes pictures of any size: see ``OpenModel``.
        public var isOpen: Bool { self == .textMap || self == .characters }

        /// Whether the output for a picture is a single row, without positions.
        var isVector: Bool { [.embedding, .textEmbedding, .tags, .logits, .probabilities].contains(self) }
    }

    /// Shape of the output for a batch of pictures.
    public func shape(batch: Int) -> [Int] {
        if kind == .textMap { return [batch, 1, -1, -1] }
        if kind == .characters { return [batch, -1, columns] }
        return kind.isVector ? [batch, columns] : [batch, rows ?? 0, columns]
    }

    /// The number of rows for grids with these strides on a picture of this size.
    public static func rows(width: Int, height: Int, strides: [Int]) -> Int {
        strides.reduce(0) { $0 + (width / $1) * (height / $1) }
    }
}
