/// Where the runtime and the models are looked for.
public struct InferencePlaces: Sendable, Equatable {
    /// Folders that may hold the runtime, the first choice first.
    public let runtime: [String]
    /// Folders that may hold models and a manifest, the first choice first.
    public let models: [String]

    /// - Parameters:
    ///   - variables: of the environment. `ESPY_OPENVINO` names the only folder for the runtime, `ESPY_MODELS` the
    ///     only folder of models beside `data`.
    ///   - executable: path of the program. Beside it lie `openvino` and `../lib/espy/openvino`, and models in
    ///     `../share/espy/models`; a program in the build folder of a checkout finds that checkout's.
    ///   - data: folder of the models that the user installed or brought; they go before the shipped ones.
    public init(variables: [String: String], executable: String?, data: String? = nil) {
        let folder = executable.flatMap { Self.folder(of: $0) }
        let above = folder.flatMap { Self.folder(of: $0) }
        let build = executable.flatMap { Self.buildFolder(of: $0) }
        func named(_ variable: String) -> String? { variables[variable].flatMap { $0.isEmpty ? nil : $0 } }
        let runtimes = [
            folder.map { "\($0)/openvino" }, above.map { "\($0)/lib/espy/openvino" }, build.map { "\($0)/openvino" },
        ]
        runtime = named("ESPY_OPENVINO").map { [$0] } ?? runtimes.compactMap(\.self)
        models =
            [data].compactMap(\.self)
            + (named("ESPY_MODELS").map { [$0] } ?? Self.shipped("models", executable: executable))
    }

    /// Where a file or folder may lie that comes with the program: `../share/espy` beside it, or the checkout that it
    /// was built in.
    public static func shipped(_ name: String, executable: String?) -> [String] {
        let above = executable.flatMap { folder(of: $0) }.flatMap { folder(of: $0) }
        let checkout = executable.flatMap { buildFolder(of: $0) }.flatMap { folder(of: $0) }
        return [above.map { "\($0)/share/espy/\(name)" }, checkout.map { "\($0)/\(name)" }].compactMap(\.self)
    }

    private static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    /// The folder `.build` that the program is in. No other folder above it is looked at: anyone may write to some.
    private static func buildFolder(of path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.lastIndex(of: ".build").map { parts[...$0].joined(separator: "/") }
    }
}
