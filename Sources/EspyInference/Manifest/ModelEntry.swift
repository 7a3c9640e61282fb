/// A model in a manifest: its purpose, the source of its file, and its inputs and outputs.
///
/// A manifest may come from an untrusted source: `validate()` rejects invalid entries.
public struct ModelEntry: Sendable, Equatable {
    /// The model's identifier: lower-case letters, digits, `-`, `.` and `_`.
    public var id: String
    public var task: Task
    /// Name of the file, in the folder of the manifest.
    public var file: String
    /// HTTPS address of the file. Nil: it comes with the manifest, or is imported by the user.
    public var url: String?
    /// Size of the file. Nil: unknown.
    public var bytes: Int?
    /// SHA-256 of the file in 64 hexadecimal digits. Nil: unknown; it is never made up.
    public var sha256: String?
    /// How the file got into the folder of the manifest. Nil: it was shipped with Espy.
    public var origin: Origin?
    /// SPDX identifier of the license of the weights.
    public var license: String
    public var description: String
    /// Page or file that describes how the model was made, its uses and its limits.
    public var card: String?
    /// Name of the file with the meaning of the output's numbers, in the folder of the manifest or another one of the
    /// library; only for taggers and classifiers.
    public var labels: String?
    /// The vocabulary of a text model: the pieces of words that it knows, by number.
    public var vocabulary: ModelVocabulary?
    /// Name of the space of the model's output vectors. Vectors of two models with the same space can be compared, such
    /// as a photo and a text. Nil: the model has its own space.
    public var space: String?
    /// Name of the file of parameters that belongs to the weights, in the folder of the manifest; for detectors,
    /// seekers and models that mark spines.
    public var parameters: String?
    /// SHA-256 of that file in 64 hexadecimal digits. Nil: unknown.
    public var parametersSum: String?
    public var input: ModelInput
    public var output: ModelOutput

    /// Identifies the model and its file, as a key for stored outputs.
    package var version: String { "\(id)@\(sha256?.prefix(8) ?? "?")" }

    public init(
        id: String, task: Task, file: String, url: String? = nil, bytes: Int? = nil, sha256: String? = nil,
        origin: Origin? = nil, license: String, description: String, card: String? = nil,
        labels: String? = nil, vocabulary: ModelVocabulary? = nil, space: String? = nil, parameters: String? = nil,
        parametersSum: String? = nil, input: ModelInput, output: ModelOutput
    ) {
        self.id = id
        self.task = task
        self.file = file
        self.url = url
        self.bytes = bytes
        self.sha256 = sha256
        self.origin = origin
        self.license = license
        self.description = description
        self.card = card
        self.labels = labels
        self.vocabulary = vocabulary
        self.space = space
        self.parameters = parameters
        self.parametersSum = parametersSum
        self.input = input
        self.output = output
    }

    /// The purpose of a model.
    public enum Task: String, Sendable, CaseIterable {
        /// Finds things in a picture.
        case detector
        /// Describes the look of a crop, as a vector.
        case embedder
        /// Marks the edges and insides of the books on a shelf.
        case spines
        /// Finds tags for a photo.
        case tagger
        /// Chooses one of many classes for a photo.
        case classifier
        /// Describes the meaning of a text, as a vector in the space of an embedder.
        case text
        /// Marks lines of text in a picture of any size.
        case textDetector = "text-detector"
        /// Reads one line of text.
        case textRecognizer = "text-recognizer"
        /// Turns a picture of any size into fine and coarse features. Each number depends on at most the 48 pixels
        /// around it, so a large picture can be processed in tiles.
        case seekerStem = "seeker-stem"
        /// Turns coarse features into wider ones, which depend on the rest of the picture.
        case seekerContext = "seeker-context"
        /// Turns the features of both, or without them a picture of any size, into maps of features, on which the other
        /// models of its ``ModelEntry/space`` work.
        case seekerMaps = "seeker-maps"
        /// Describes an example by the maps under its box.
        case seekerExample = "seeker-example"
        /// Finds all things like an example.
        case seekerFind = "seeker-find"
        /// Finds whole things of any kind.
        case seekerPropose = "seeker-propose"
        /// Describes the look of each of many boxes.
        case seekerDescribe = "seeker-describe"
        /// Marks the part of the square around a box that a thing fills.
        case outliner
        /// Finds faces in a square picture.
        case faceDetector = "face-detector"
        /// Describes a face, as a vector that is similar for faces of the same person.
        case faceDescriber = "face-describer"

        /// Whether such a model has tensors of open sizes as inputs and outputs: see ``OpenModel/run(_:)``.
        public var isGraph: Bool {
            switch self {
            case .seekerStem, .seekerContext, .seekerMaps, .seekerExample, .seekerFind, .seekerPropose, .seekerDescribe,
                .outliner, .faceDetector, .faceDescriber:
                true
            default: false
            }
        }

        /// Whether such a model finds or describes faces.
        var isForFaces: Bool { self == .faceDetector || self == .faceDescriber }
    }

    /// The source of a file.
    public enum Origin: String, Sendable {
        /// Downloaded from ``ModelEntry/url``.
        case installed
        /// Imported by the user.
        case imported
    }
}

/// The file of a text model's vocabulary, beside its manifest or in another folder of the library.
public struct ModelVocabulary: Sendable, Equatable {
    /// Name of the file: a list of pairs of pieces to merge, published with CLIP under the name `merges.txt`.
    public var file: String
    /// HTTPS address of the file. Nil: it is imported by the user.
    public var url: String?
    /// Size of the file. Nil: unknown.
    public var bytes: Int?
    /// SHA-256 of the file in 64 hexadecimal digits. Nil: unknown.
    public var sha256: String?

    public init(file: String, url: String? = nil, bytes: Int? = nil, sha256: String? = nil) {
        (self.file, self.url, self.bytes, self.sha256) = (file, url, bytes, sha256)
    }

    /// The largest size of the file in bytes; the longest that CLIP's publisher provides has 3.2 million.
    public static let byteLimit = 4 << 20
}
