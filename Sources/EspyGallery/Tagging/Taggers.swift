package import EspyInference
package import EspyPixels
import Foundation

/// A model that tags photos.
package struct PhotoTagger: Sendable {
    private let runner: Model
    private let packer: InputPacker
    private let labels: TagLabels

    /// - Parameters:
    ///   - runner: a loaded model.
    ///   - labels: for its outputs.
    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``
    package init(_ runner: Model, labels: TagLabels) throws(InferenceError) {
        guard runner.entry.task == .tagger else {
            throw .wrongTask(id: runner.entry.id, expected: .tagger, found: runner.entry.task)
        }
        self.runner = runner
        self.labels = labels
        packer = InputPacker(input: runner.entry.input, sampling: .smooth)
    }

    /// The model and its exact version, because results of different versions must not be compared.
    package var version: String { runner.entry.version }

    /// Tags a photo.
    ///
    /// - Parameters:
    ///   - image: upright; not empty.
    ///   - threshold: the least confidence of every tag, from 0 to 1; nil: each tag's own, and only reliable tags.
    /// - Returns: tags, most confident first; the embedding; and likely things.
    package func tags(
        of image: RGBImage, threshold: Double? = nil
    ) throws(InferenceError) -> (tags: [PhotoTag], embedding: [Float], likely: [LikelyThing]) {
        let placement = Placement(PixelRect(width: image.width, height: image.height), in: packer.input)
        let answer = try runner.run(packer.tensor(of: [placement], in: image)).first?.values ?? []
        guard answer.count == labels.embedding + labels.tags.count + labels.kinds.count else {
            let parts = [labels.embedding, labels.tags.count] + (labels.kinds.isEmpty ? [] : [labels.kinds.count])
            let expected = parts.map { "\($0)" }.joined(separator: " + ")
            throw .wrongShape(id: runner.entry.id, expected: expected, found: "\(answer.count)")
        }
        let chances = answer[labels.embedding...].map { Double(min(max($0, 0), 1)) }
        let shown = Array(chances.dropFirst(labels.tags.count))
        let own = labels.settled(Array(chances.prefix(labels.tags.count)), shown)
        let sure = TagSums(labels).tags(own, threshold: threshold, source: version)
        return (sure, Array(answer[..<labels.embedding]), labels.likely(own, shown))
    }

    /// Whether the tagger, which knows people, sees none on a photo with these likely things. What looks like a face
    /// there is an animal's, a statue's, or a pattern.
    package func excludesPeople(_ likely: [LikelyThing]) -> Bool {
        labels.tags.contains { $0.name == "person" } && !likely.contains { $0.name == "person" }
    }
}

/// A model that classifies photos into many kinds, such as an official MobileNet or ResNet for the 1,000 kinds of
/// ImageNet (O. Russakovsky et al., 2015), as a source of tags.
///
/// Kinds exclude each other, so their probabilities add up for broader tags: a dog is a dog even if its breed is
/// unclear.
package struct PhotoClassifier: Sendable {
    private let runner: Model
    private let packer: InputPacker
    private let labels: TagLabels

    /// - Parameters:
    ///   - runner: a loaded model.
    ///   - labels: names of its kinds, in output order.
    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``, ``InferenceError/wrongShape(id:expected:found:)``
    package init(_ runner: Model, labels: TagLabels) throws(InferenceError) {
        let entry = runner.entry
        guard entry.task == .classifier else {
            throw .wrongTask(id: entry.id, expected: .classifier, found: entry.task)
        }
        guard labels.embedding == 0, labels.tags.count == entry.output.columns else {
            throw .wrongShape(
                id: entry.id, expected: "\(labels.tags.count) kinds", found: "\(entry.output.columns) columns")
        }
        self.runner = runner
        self.labels = labels
        packer = InputPacker(input: entry.input, sampling: .smooth)
    }

    /// The model and its exact version.
    var version: String { runner.entry.version }

    /// Tags a photo.
    ///
    /// - Parameters:
    ///   - image: upright; not empty.
    ///   - threshold: the least confidence, from 0 to 1; nil: as the labels say.
    /// - Returns: most confident first, including broader tags.
    /// - Throws: as ``Model/run(_:)``
    package func tags(of image: RGBImage, threshold: Double? = nil) throws(InferenceError) -> [PhotoTag] {
        let placement = Placement(PixelRect(width: image.width, height: image.height), in: packer.input)
        let answer = try runner.run(packer.tensor(of: [placement], in: image)).first?.values ?? []
        guard answer.count == labels.tags.count else {
            throw .wrongShape(id: runner.entry.id, expected: "\(labels.tags.count)", found: "\(answer.count)")
        }
        let sums = TagSums(labels, isExclusive: true)
        return sums.tags(try probabilities(answer.map(Double.init)), threshold: threshold, source: version)
    }

    /// - Parameter answer: not empty.
    private func probabilities(_ answer: [Double]) throws(InferenceError) -> [Double] {
        guard answer.allSatisfy(\.isFinite) else { throw .notFinite(id: runner.entry.id) }
        if runner.entry.output.kind == .logits { return Self.softmax(answer) }
        let sum = answer.reduce(0, +)
        guard answer.allSatisfy({ $0 > -0.01 }), abs(sum - 1) < 0.1 else {
            let found = answer.contains { $0 <= -0.01 } ? "some below 0" : "a sum of \(Int(min(max(sum, 0), 1e6)))"
            throw .wrongShape(id: runner.entry.id, expected: "probabilities that add up to 1", found: found)
        }
        return answer.map { max($0, 0) / sum }
    }

    private static func softmax(_ values: [Double]) -> [Double] {
        let largest = values.max() ?? 0
        let powers = values.map { exp($0 - largest) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
    }
}

/// A detector of the 80 COCO classes (T.-Y. Lin et al., 2014), such as an official YOLOX, as a source of tags.
package struct ObjectTagger: Sendable {
    private let runner: Model
    private let packer: InputPacker

    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``, ``InferenceError/wrongShape(id:expected:found:)``
    package init(_ runner: Model) throws(InferenceError) {
        let entry = runner.entry
        guard entry.task == .detector else {
            throw .wrongTask(id: entry.id, expected: .detector, found: entry.task)
        }
        guard Self.knowsKinds(entry) else {
            throw .wrongShape(
                id: entry.id, expected: "5 + \(ObjectLabels.all.count) columns", found: "\(entry.output.columns)")
        }
        self.runner = runner
        packer = InputPacker(input: entry.input, sampling: .smooth)
    }

    /// Whether a detector has those classes.
    static func knowsKinds(_ entry: ModelEntry) -> Bool {
        entry.task == .detector && entry.output.columns == 5 + ObjectLabels.all.count
    }

    /// The model and its exact version.
    var version: String { runner.entry.version }

    /// Tags a photo.
    ///
    /// - Parameters:
    ///   - image: upright; not empty.
    ///   - threshold: the least confidence, from 0 to 1.
    /// - Returns: most confident first, including broader tags.
    package func tags(of image: RGBImage, threshold: Double) throws(InferenceError) -> [PhotoTag] {
        let placement = Placement(PixelRect(width: image.width, height: image.height), in: packer.input)
        let answer = try runner.run(packer.tensor(of: [placement], in: image)).first
        let (rows, columns) = (runner.entry.output.rows ?? 0, runner.entry.output.columns)
        guard let values = answer?.values, values.count == rows * columns else {
            throw .wrongShape(
                id: runner.entry.id, expected: "\(rows) x \(columns)", found: Tensor.text(of: answer?.shape ?? []))
        }
        var best = [Double](repeating: 0, count: columns - 5)
        for row in stride(from: 0, to: values.count, by: columns) where values[row + 4] > 0.05 {
            for kind in best.indices {
                best[kind] = max(best[kind], Double(min(values[row + 4], 1) * min(values[row + 5 + kind], 1)))
            }
        }
        return Self.tags(best, threshold, source: version)
    }

    private static func tags(_ scores: [Double], _ threshold: Double, source: String) -> [PhotoTag] {
        var found: [String: PhotoTag] = [:]
        for (label, score) in zip(ObjectLabels.all, scores) where score >= threshold {
            let broader = label.parents.map {
                ($0, BroadTags.category(of: $0) ?? label.category, TagSums.following * score)
            }
            for (name, category, confidence) in [(label.name, label.category, score)] + broader
            where confidence > found[name]?.confidence ?? 0 {
                found[name] = PhotoTag(name: name, category: category, confidence: confidence, source: source)
            }
        }
        return found.values.sorted { ($1.confidence, $0.name) < ($0.confidence, $1.name) }
    }
}
