package import Espy
import EspyInference

/// What can be wrong with models, and with the library that runs them.
extension Problem {
    package init(_ error: InferenceError) {
        switch error {
        case .runtimeUnavailable(let reason): self.init("runtimeUnavailable", .modelUnavailable, printable(reason))
        case .badManifest(let path, let reason):
            self.init(
                "badManifest", .modelUnavailable, printable(reason), "correct it, or install Espy again", path: path)
        case .unknownModel(let id, let known):
            let near = Suggestion.nearest(to: id, among: known).map { "did you mean \(quoted($0))?" }
            self.init(
                "unknownModel", .modelUnavailable, "no model \(quoted(id))", near ?? "“espy models list” shows all")
        case .missingModel(let id, let path):
            let (what, advice) = ("the model \(quoted(id)) is not there", "run: espy models install \(id)")
            self.init(
                "missingModel", .modelUnavailable, message: "\(what) (\(printable(path))); \(advice)",
                detail: "\(what); \(advice)")
        case .wrongChecksum(let id, let expected, let found):
            let texts = "expected \(expected.prefix(12)), found \(found.prefix(12))"
            self.init(
                "wrongChecksum", .modelUnavailable, "the model \(quoted(id)) is not the file it should be (\(texts))",
                Self.again)
        case .corruptModel(let id, let reason):
            self.init(
                "corruptModel", .modelUnavailable, "the model \(quoted(id)) is damaged (\(printable(reason)))",
                Self.again)
        case .wrongTask(let id, let expected, let found):
            self.init(
                "wrongTask", .modelUnavailable,
                "\(quoted(id)) is made to be \(Self.name(found)), not \(Self.name(expected))", "choose another")
        case .wrongShape(let id, let expected, let found):
            self.init(
                "wrongShape", .modelUnavailable,
                "the model \(quoted(id)) has another shape than it should (expected \(printable(expected)), found "
                    + "\(printable(found)))", Self.again)
        case .notFinite(let id):
            self.init(
                "notFinite", .modelUnavailable, "the model \(quoted(id)) answered with numbers that make no sense",
                Self.again)
        }
    }

    private static let again = "install it again, or choose another"

    private static func name(_ task: ModelEntry.Task) -> String {
        switch task {
        case .detector: "a detector"
        case .embedder: "an embedder"
        case .spines: "one that marks spines"
        case .tagger: "one that tags photos"
        case .classifier: "one that says which kind of thing a photo shows"
        case .text: "one that describes what a text means"
        case .textDetector: "one that finds lines of text"
        case .textRecognizer: "one that reads lines of text"
        case .seekerMaps: "one that turns photos into maps"
        case .seekerExample: "one that describes an example"
        case .seekerFind: "one that finds what is like an example"
        case .seekerPropose: "one that proposes examples"
        case .seekerDescribe: "one that tells what boxes look like"
        case .outliner: "one that outlines things"
        }
    }
}
