package import EspyInference

/// The networks that find what is like an example.
package struct SeekerNetworks: Sendable {
    /// A picture into maps of features.
    package let maps: OpenModel
    /// The maps under a box into a description of what is there.
    package let example: OpenModel
    /// Maps and a description into boxes with scores.
    package let find: OpenModel
    /// Maps into whole things of any kind.
    package let propose: OpenModel
    /// Maps and boxes into a vector for each. Nil: one box after the other by ``example``.
    package let describe: OpenModel?

    package init(
        maps: OpenModel, example: OpenModel, find: OpenModel, propose: OpenModel,
        describe: OpenModel? = nil
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

extension OpenModel {
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
