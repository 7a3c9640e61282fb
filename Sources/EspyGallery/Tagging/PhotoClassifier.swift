package import EspyInference
package import EspyPixels
import Foundation

/// A model that says which one of many kinds a photo shows, such as an official MobileNet or ResNet for the 1,000 kinds
/// of ImageNet (O. Russakovsky et al., 2015), as a source of tags.
///
/// A kind is one thing or another, so probabilities add up on the way from kinds to what they are kinds of: a dog is a
/// dog, though nothing tells its breed.
package struct PhotoClassifier: Sendable {
    private let runner: any TensorRunner
    private let packer: InputPacker
    private let labels: TagLabels

    /// - Parameters:
    ///   - runner: a loaded model.
    ///   - labels: names of its kinds, in the order of its answer.
    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``, ``InferenceError/wrongShape(id:expected:found:)``
    package init(_ runner: any TensorRunner, labels: TagLabels) throws(InferenceError) {
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

    /// The model and which one of that name.
    package var version: String { runner.entry.version }

    /// What is on a photo.
    ///
    /// - Parameters:
    ///   - image: upright; not empty.
    ///   - threshold: as sure as the model must be, from 0 to 1; nil: as the labels say.
    /// - Returns: surest first, broader tags included.
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
