/// The input of a model: a batch of pictures as planes of numbers, `[N, 3, height, width]`, or a text as the numbers of
/// its tokens, `[N, length]`.
///
/// A channel value of 0…255 becomes `(value * scale - mean) / std`.
public struct ModelInput: Sendable, Equatable {
    public var layout: Layout
    /// Size of the picture in pixels; 0 if the model leaves it open, as text readers do.
    public var width: Int
    public var height: Int
    public var colors: ColorOrder
    public var resize: ResizeRule
    /// The length of the shorter side, in pixels, at which ``ResizeRule/centerCropShortest`` cuts out the middle; at
    /// least the longer side of the input. Nil: just enough to fill the input.
    public var shorterSide: Int?
    public var scale: Double
    /// Three numbers each, in the order of ``colors``.
    public var mean: [Double]
    public var std: [Double]
    /// For text: the largest number of tokens, including those for beginning and end. 0 for pictures.
    public var length = 0
    /// For text: the number of tokens in the vocabulary. 0 for pictures.
    public var tokens = 0

    public init(
        layout: Layout = .nchw, width: Int, height: Int, colors: ColorOrder, resize: ResizeRule,
        shorterSide: Int? = nil, scale: Double = 1, mean: [Double] = [0, 0, 0], std: [Double] = [1, 1, 1]
    ) {
        self.layout = layout
        self.width = width
        self.height = height
        self.colors = colors
        self.resize = resize
        self.shorterSide = shorterSide
        self.scale = scale
        self.mean = mean
        self.std = std
    }

    /// A text of at most `length` tokens, with a vocabulary of `tokens`.
    public init(length: Int, tokens: Int) {
        self.init(layout: .tokens, width: 0, height: 0, colors: .rgb, resize: .stretch)
        (self.length, self.tokens) = (length, tokens)
    }

    /// Tensors of open sizes.
    public static let tensors = ModelInput(layout: .tensors, width: 0, height: 0, colors: .bgr, resize: .stretch)

    /// Order of the dimensions.
    public enum Layout: String, Sendable {
        /// Picture, channel, row, column.
        case nchw = "NCHW"
        /// Text, position in it.
        case tokens
        /// Tensors of open sizes, which the task determines.
        case tensors
    }

    /// Order of the three planes.
    public enum ColorOrder: String, Sendable {
        case rgb = "RGB"
        case bgr = "BGR"
    }

    /// How a picture of any size is fitted to the input.
    public enum ResizeRule: String, Sendable, CaseIterable {
        /// Shrunk to fit with its proportions, at the top left, and padded with gray 114.
        case letterboxTopLeft114
        /// Shrunk to fit with its proportions, in the middle, and padded with gray 114.
        case letterboxCenter114
        /// Both sides scaled to fit, each by its own factor.
        case stretch
        /// The shorter side scaled to fit, then the middle cut out.
        case centerCropShortest
    }
}
