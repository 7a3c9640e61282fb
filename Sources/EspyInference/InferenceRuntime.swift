/// The library that runs models, OpenVINO, which is looked for when a model is first loaded.
public struct InferenceRuntime: Sendable, Equatable {
    /// Where it is looked for, in this order.
    public let folders: [String]

    public init(folders: [String]) { self.folders = folders }

    /// Looks in the places of this process: see ``InferencePlaces``.
    public init() { self.init(folders: []) }
}
