import EspyInference
import Foundation

extension SeekerModels {
    /// Loads the networks that have a name in common.
    ///
    /// - Returns: nil where one of them is not there.
    /// - Throws: why one that is there cannot be used.
    static func load(_ space: String, with loader: ModelLoader) throws(InferenceError) -> SeekerModels? {
        let library = loader.library
        func graph(_ task: ModelEntry.Task) throws(InferenceError) -> OpenModel? {
            let entry = library.entries.first { $0.task == task && $0.space == space && library.path(of: $0) != nil }
            return try entry.map { (entry) throws(InferenceError) in try loader.loadOpen(entry.id, task: task) }
        }
        guard let maps = try graph(.seekerMaps), let example = try graph(.seekerExample),
            let find = try graph(.seekerFind), let propose = try graph(.seekerPropose)
        else { return nil }
        let cut: CutParameters? = try numbers(of: find)
        let ranker: SmallNet? = try numbers(of: propose)
        if let cut, !cut.isWhole { throw .corruptModel(id: find.entry.id, reason: "its numbers do not fit together") }
        if let ranker, !ranker.isWhole(inputs: Evidence.count) {
            throw .corruptModel(id: propose.entry.id, reason: "its numbers do not fit together")
        }
        let networks = SeekerNetworks(
            maps: maps, example: example, find: find, propose: propose, describe: try graph(.seekerDescribe))
        return SeekerModels(networks, judgment: Judgment(cut: cut, ranker: ranker))
    }

    /// What was learned about the answers of a network, from the file beside it; nil where it has none.
    private static func numbers<Value: Decodable>(of model: OpenModel) throws(InferenceError) -> Value? {
        guard let path = model.parametersPath else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .missingModel(id: model.entry.id, path: path)
        }
        do { return try JSONDecoder().decode(Value.self, from: data) } catch {
            throw .corruptModel(id: model.entry.id, reason: "\((path as NSString).lastPathComponent) cannot be read")
        }
    }
}
