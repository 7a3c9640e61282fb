package import Espy

extension Problem {
    static let unusableExample = "unusableExample"

    package init(_ error: CountError) {
        switch error {
        case .emptyImage(let width, let height):
            self.init("emptyImage", "the picture is \(width) x \(height) pixels; there is nothing to count in it")
        case .unusableRegion:
            self.init("unusableRegion", "a region needs three corners or more; see --region and --exclude")
        case .unusableExample(let rect):
            let numbers = [rect.x, rect.y, rect.width, rect.height].map { Int(exactly: $0).map(String.init) ?? "\($0)" }
            self.init(
                Self.unusableExample,
                "the example \(numbers.joined(separator: ",")) lies outside the picture; give --like in its pixels")
        case .unusableThreshold(let value):
            self.init("unusableThreshold", "the threshold \(value) is not between 0 and 1; choose another")
        case .model(let error): self.init(error)
        case .cancelled: self.init("cancelled", "interrupted; run again")
        }
    }

    package init(_ error: InferenceError) {
        switch error {
        case .runtimeUnavailable(let reason): self.init("runtimeUnavailable", printable(reason))
        case .badManifest(let path, let reason):
            self.init("badManifest", "\(printable(path)): \(printable(reason)); correct it, or install Espy again")
        case .unknownModel(let id, let known):
            let near = Suggestion.nearest(to: id, among: known).map { "did you mean \(quoted($0))?" }
            self.init("unknownModel", "no model \(quoted(id)); \(near ?? "“espy models list” shows all")")
        case .missingModel(let id, let path):
            self.init(
                "missingModel",
                "the model \(quoted(id)) is not there (\(printable(path))); run: espy models install \(id)")
        case .wrongChecksum(let id, let expected, let found):
            let texts = "expected \(expected.prefix(12)), found \(found.prefix(12))"
            self.init("wrongChecksum", "the model \(quoted(id)) is not the file it should be (\(texts)); \(Self.again)")
        case .corruptModel(let id, let reason):
            self.init("corruptModel", "the model \(quoted(id)) is damaged (\(printable(reason))); \(Self.again)")
        case .wrongTask(let id, let expected, let found):
            self.init(
                "wrongTask",
                "\(quoted(id)) is made to be \(Self.name(found)), not \(Self.name(expected)); choose another")
        case .wrongShape(let id, let expected, let found):
            self.init(
                "wrongShape",
                "the model \(quoted(id)) has another shape than it should (expected \(printable(expected)), found "
                    + "\(printable(found))); \(Self.again)")
        case .notFinite(let id):
            self.init("notFinite", "the model \(quoted(id)) answered with numbers that make no sense; \(Self.again)")
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
        case .seekerMaps: "one that turns photos into maps"
        case .seekerExample: "one that describes an example"
        case .seekerFind: "one that finds what is like an example"
        case .seekerPropose: "one that proposes examples"
        case .seekerDescribe: "one that tells what boxes look like"
        }
    }
}
