package import EspyBase
package import EspyInference

/// The networks of the seeker, and the learned weights for their results.
package struct SeekerModels: Sendable {
    let networks: SeekerNetworks
    /// Decides which explanation and which size to believe.
    let judgment: ThresholdModel
    /// Results for the latest photos.
    let memory: SeekerMemory

    init(
        _ networks: SeekerNetworks, judgment: ThresholdModel = ThresholdModel(), memory: SeekerMemory = SeekerMemory()
    ) {
        self.networks = networks
        self.judgment = judgment
        self.memory = memory
    }
}

extension SeekerModels {
    /// - Parameters:
    ///   - graph: loads the network of a task; nil if it is missing.
    ///   - parameters: the learned parameters of a network; nil if it has none.
    /// - Returns: nil if a network is missing.
    package static func load(
        _ graph: (ModelEntry.Task) throws(InferenceError) -> OpenModel?,
        parameters: (OpenModel) throws(InferenceError) -> JSONValue?
    ) throws(InferenceError) -> SeekerModels? {
        guard let maps = try graph(.seekerMaps), let example = try graph(.seekerExample),
            let find = try graph(.seekerFind), let propose = try graph(.seekerPropose)
        else { return nil }
        let ranker: MLP? = try propose.entry.numbers(in: parameters(propose)) { $0.isWhole(inputs: Evidence.count) }
        let recipes: RecipeJudgment? = try example.entry.numbers(in: parameters(example)) { $0.isWhole }
        var trunk: (OpenModel, OpenModel)?
        if let stem = try graph(.seekerStem), let context = try graph(.seekerContext) { trunk = (stem, context) }
        let networks = SeekerNetworks(
            trunk: trunk, maps: maps, example: example, find: find, propose: propose,
            describe: try graph(.seekerDescribe))
        return SeekerModels(networks, judgment: ThresholdModel(ranker: ranker, recipes: recipes))
    }
}

extension ModelEntry {
    /// The learned parameters of a model.
    package func numbers<Numbers: JSONConvertible>(
        in json: JSONValue?, ifWhole isWhole: (Numbers) -> Bool
    ) throws(InferenceError) -> Numbers? {
        guard let json else { return nil }
        let numbers: Numbers
        do throws(JSONError) { numbers = try Numbers(json: json) } catch { throw unreadable }
        guard isWhole(numbers) else { throw .corruptModel(id: id, reason: "its numbers do not fit together") }
        return numbers
    }

    var unreadable: InferenceError { .corruptModel(id: id, reason: "\(parameters ?? "its file") cannot be read") }
}

/// The networks that find things like an example.
struct SeekerNetworks: Sendable {
    /// The stem turns a picture into fine and coarse features, the context turns the coarse ones into wide ones. Nil:
    /// ``maps`` takes pictures.
    let trunk: (stem: OpenModel, context: OpenModel)?
    /// Turns features into maps.
    let maps: OpenModel
    /// Turns the maps under a box into a description.
    let example: OpenModel
    /// Turns maps and a description into boxes with scores.
    let find: OpenModel
    /// Turns maps into whole things of any kind.
    let propose: OpenModel
    /// Turns maps and boxes into a vector for each. Nil: ``example`` describes one box after the other.
    let describe: OpenModel?

    /// The name that they share, as in the model manifest.
    var id: String { maps.entry.space ?? maps.entry.id }
    /// The number of channels of the maps.
    var channels: Int { maps.entry.output.columns }
}

extension OpenModel {
    /// Returns `count` outputs; runs unless the task was canceled.
    package func answers(_ inputs: [Tensor], count: Int) throws(CountError) -> [Tensor] {
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

    /// Runs on inputs that are written directly into the model's memory; the outputs are read there.
    ///
    /// - Parameters:
    ///   - shapes: that the outputs must have; -1 is any length.
    ///   - take: reads shapes and numbers of all outputs.
    func run(
        _ inputs: [[Int]], fill: (_ input: Int, UnsafeMutableBufferPointer<Float>) -> Void, expecting shapes: [[Int]],
        take: (_ shapes: [[Int]], [UnsafeBufferPointer<Float>]) -> Void
    ) throws(CountError) {
        if Task.isCancelled { throw .cancelled }
        let found: [[Int]]?
        do throws(InferenceError) {
            found = try run(inputs, fill: fill) { found, answers in
                if Self.fit(found, shapes) { take(found, answers) }
                return found
            }
        } catch { throw .model(error) }
        guard let found else { throw .cancelled }
        guard Self.fit(found, shapes) else {
            throw .model(
                .wrongShape(
                    id: entry.id, expected: shapes.map(Tensor.text).joined(separator: ", "),
                    found: found.map(Tensor.text).joined(separator: ", ")))
        }
    }

    private static func fit(_ found: [[Int]], _ expected: [[Int]]) -> Bool {
        found.count == expected.count
            && zip(found, expected).allSatisfy { found, expected in
                found.count == expected.count && zip(found, expected).allSatisfy { $0 == $1 || $1 < 0 }
            }
    }
}
