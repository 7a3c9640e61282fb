/// One model: what it is for, where its file comes from, and how to talk to it.
///
/// Comes from a manifest, which may have been written by anyone: `validate()` refuses what cannot be.
public struct ModelEntry: Codable, Sendable, Equatable {
    /// Name by which the model is asked for: small letters, digits, `-`, `.` and `_`.
    public var id: String
    public var task: Task
    /// Name of the file, in the folder of the manifest.
    public var file: String
    /// Where the file can be had, over HTTPS. Nil: it comes with the manifest, or is brought by the user.
    public var url: String?
    /// Size of the file. Nil: not known.
    public var bytes: Int?
    /// SHA-256 of the file in 64 hexadecimal digits. Nil: not known, and then never made up.
    public var sha256: String?
    /// How the file came into the folder of the manifest. Nil: it was shipped with Espy.
    public var origin: Origin?
    /// SPDX identifier of the license of the weights.
    public var license: String
    public var description: String
    /// Page or file that tells how the model was made and what it can and cannot do.
    public var card: String?
    /// Name of the file that tells what the numbers of the answer are, in the folder of the manifest or another one of
    /// the library; only taggers and classifiers have one.
    public var labels: String?
    /// What a model of a text needs beside its weights: the pieces of words that it knows, by number.
    public var vocabulary: ModelVocabulary?
    /// Name of the space of the vectors that a model answers with. Those of two models with one name here may be
    /// compared: a photo with a text. Nil: it is the only model of its space.
    public var space: String?
    /// Name of the file of numbers that go along with the weights, in the folder of the manifest; of detectors, of those
    /// that seek and of those that mark spines.
    public var parameters: String?
    /// SHA-256 of that file in 64 hexadecimal digits. Nil: not known.
    public var parametersSum: String?
    public var input: ModelInput
    public var output: ModelOutput

    /// The model and which file of that name, for what is kept of its answers.
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

    /// What a model is for.
    public enum Task: String, Codable, Sendable, CaseIterable {
        /// Finds things in a picture.
        case detector
        /// Describes what a crop looks like, as a vector.
        case embedder
        /// Marks where the books of a shelf begin, end and are.
        case spines
        /// Says what is on a photo.
        case tagger
        /// Says which one of many kinds of things a photo shows.
        case classifier
        /// Describes what a text means, as a vector in the space of an embedder's.
        case text
        /// Marks where lines of text are in a picture of any size.
        case textDetector = "text-detector"
        /// Reads one line of text.
        case textRecognizer = "text-recognizer"
        /// Turns a picture of any size into fine and coarse features. Each number depends on the 48 pixels around it at
        /// most, so that a large picture may be shown in tiles.
        case seekerStem = "seeker-stem"
        /// Turns coarse features into wider ones, which know what else is in the picture.
        case seekerContext = "seeker-context"
        /// Turns the features of both, or where those are not there a picture of any size, into maps of features, on
        /// which the others of its ``ModelEntry/space`` work.
        case seekerMaps = "seeker-maps"
        /// Describes an example by the maps under its box.
        case seekerExample = "seeker-example"
        /// Finds all that is like an example.
        case seekerFind = "seeker-find"
        /// Finds whole things of any kind.
        case seekerPropose = "seeker-propose"
        /// Tells what each of many boxes looks like.
        case seekerDescribe = "seeker-describe"
        /// Tells which part of the square around a box a thing fills.
        case outliner

        /// Whether such a model answers tensors of open sizes with others: see ``OpenModel/run(_:)``.
        public var isGraph: Bool {
            switch self {
            case .seekerStem, .seekerContext, .seekerMaps, .seekerExample, .seekerFind, .seekerPropose, .seekerDescribe,
                .outliner:
                true
            default: false
            }
        }
    }

    /// How a file came to be where it is.
    public enum Origin: String, Codable, Sendable {
        /// Downloaded from ``ModelEntry/url``.
        case installed
        /// Brought by the user.
        case imported
    }
}

/// The file of a text model's vocabulary, which lies beside its manifest or in another folder of the library.
public struct ModelVocabulary: Codable, Sendable, Equatable {
    /// Name of the file: a list of pairs of pieces that become one, as published with CLIP under the name `merges.txt`.
    public var file: String
    /// Where it can be had, over HTTPS. Nil: it is brought by the user.
    public var url: String?
    /// Size of the file. Nil: not known.
    public var bytes: Int?
    /// SHA-256 of the file in 64 hexadecimal digits. Nil: not known.
    public var sha256: String?

    public init(file: String, url: String? = nil, bytes: Int? = nil, sha256: String? = nil) {
        (self.file, self.url, self.bytes, self.sha256) = (file, url, bytes, sha256)
    }

    /// The most bytes that it may have; the longest that CLIP's publisher gives has 3.2 million.
    public static let byteLimit = 4 << 20

    var objection: String? {
        guard ModelEntry.isName(file.lowercased()), file.lowercased().hasSuffix(".txt") else {
            return "vocabulary “\(file.prefix(80))”: the name of a .txt file, without a folder"
        }
        if let bytes, !(1...Self.byteLimit).contains(bytes) { return "vocabulary: bytes from 1 to \(Self.byteLimit)" }
        return ModelEntry.originObjection(url: url, sha256: sha256).map { "vocabulary: \($0)" }
    }
}
