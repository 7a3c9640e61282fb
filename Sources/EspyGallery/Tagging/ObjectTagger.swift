package import EspyInference
package import EspyPixels

/// A detector of the 80 kinds of things of COCO (T.-Y. Lin et al., 2014), such as an official YOLOX, as a source of tags.
package struct ObjectTagger: Sendable {
    private let runner: any TensorRunner
    private let packer: InputPacker

    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``, ``InferenceError/wrongShape(id:expected:found:)``
    package init(_ runner: any TensorRunner) throws(InferenceError) {
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

    /// Whether a detector tells those kinds apart.
    package static func knowsKinds(_ entry: ModelEntry) -> Bool {
        entry.task == .detector && entry.output.columns == 5 + ObjectLabels.all.count
    }

    /// The model and which one of that name.
    package var version: String { runner.entry.version }

    /// What is on a photo.
    ///
    /// - Parameters:
    ///   - image: upright; not empty.
    ///   - threshold: as sure as the model must be, from 0 to 1.
    /// - Returns: surest first, broader tags included.
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
