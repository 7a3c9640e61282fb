package import EspyInference

/// The networks that find what is like an example.
package struct SeekerNetworks: Sendable {
    /// A picture into maps of features.
    package let maps: any GraphRunner
    /// The maps under a box into a description of what is there.
    package let example: any GraphRunner
    /// Maps and a description into boxes with scores.
    package let find: any GraphRunner
    /// Maps into whole things of any kind.
    package let propose: any GraphRunner
    /// Maps and boxes into a vector for each. Nil: one box after the other by ``example``.
    package let describe: (any GraphRunner)?

    package init(
        maps: any GraphRunner, example: any GraphRunner, find: any GraphRunner, propose: any GraphRunner,
        describe: (any GraphRunner)? = nil
    ) {
        self.maps = maps
        self.example = example
        self.find = find
        self.propose = propose
        self.describe = describe
    }

    /// Name of all of them together, as in the model manifest.
    package var id: String { maps.entry.space ?? maps.entry.id }
    /// Numbers of each cell of the maps.
    var channels: Int { maps.entry.output.columns }
}

/// What answers several tensors with several.
package protocol GraphRunner: Sendable {
    var entry: ModelEntry { get }
    /// As `OpenModel.run` of EspyInference: nil when it was given up.
    func run(_ inputs: [Tensor]) throws(InferenceError) -> [Tensor]?
}

extension OpenModel: GraphRunner {}

extension GraphRunner {
    /// All answers, as many as wanted; runs unless the task was cancelled.
    func answers(_ inputs: [Tensor], count: Int) throws(CountError) -> [Tensor] {
        if Task.isCancelled { throw .cancelled }
        let answers: [Tensor]?
        do throws(InferenceError) {
            answers = try run(inputs)
            if let answers, answers.count != count {
                throw .wrongShape(id: entry.id, expected: "\(count) answers", found: "\(answers.count)")
            }
        } catch { throw .model(error) }
        guard let answers else { throw .cancelled }
        return answers
    }
}
