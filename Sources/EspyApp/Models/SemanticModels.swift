package import Espy
package import EspyInference

/// The image model and the text model of a CLIP pair, for searching photos by meaning.
package struct SemanticModels {
    package let image: ModelEntry
    package let text: ModelEntry
    private let loader: ModelLoader

    /// The installed models.
    package enum Found {
        case both(SemanticModels)
        /// Only one of the two: that model, and the task of the missing one.
        case half(ModelEntry, missing: ModelEntry.Task)
        case nothing
    }

    /// - Throws: An error if a configured model is missing.
    package static func find(_ settings: Settings, _ environment: AppEnvironment) throws -> Found {
        let store = try ModelStore(environment)
        let wanted = settings.text(.meaning)
        if wanted == "none" { return .nothing }
        let loader = store.loader()
        let found = find(wanted == "auto" ? nil : wanted, loader)
        guard wanted != "auto" else { return found }
        switch found {
        case .both: return found
        case .half(let entry, let task):
            throw Problem("halfMeaning", entry.lacking(task))
        case .nothing:
            throw Problem("noMeaning", "no model of the space \(quoted(wanted)) is installed; see: espy models list")
        }
    }

    private static func find(_ space: String?, _ loader: ModelLoader) -> Found {
        let there = loader.library.entries.filter { entry in
            guard let own = entry.space, loader.library.path(of: entry) != nil else { return false }
            return own == space ?? own
        }
        func largest(_ task: ModelEntry.Task, in space: String? = nil) -> ModelEntry? {
            there.filter { $0.task == task && $0.space == space ?? $0.space }
                .max { $0.bytes ?? 0 < $1.bytes ?? 0 }
        }
        let pairs = Set(there.compactMap(\.space)).sorted().compactMap { space -> SemanticModels? in
            guard let image = largest(.embedder, in: space), let text = largest(.text, in: space) else { return nil }
            return SemanticModels(image: image, text: text, loader: loader)
        }
        if let pair = pairs.max(by: { $0.image.bytes ?? 0 < $1.image.bytes ?? 0 }) { return .both(pair) }
        if let image = largest(.embedder) { return .half(image, missing: .text) }
        return largest(.text).map { .half($0, missing: .embedder) } ?? .nothing
    }

    /// The text model, loaded on first use.
    package func texts() throws(InferenceError) -> TextEmbedder {
        let (loader, id) = (loader, text.id)
        return try TextEmbedder(image: image, text: text) { () throws(InferenceError) in try loader.loadText(id) }
    }

    /// The text model for searches; nil if there is none, for whatever reason, because all other searches still work.
    ///
    /// - Throws: An error if a configured model is missing.
    package static func texts(_ settings: Settings, _ environment: AppEnvironment) throws -> TextEmbedder? {
        let isAsked = settings.text(.meaning) != "auto"
        do {
            guard case .both(let models) = try find(settings, environment) else { return nil }
            return try models.texts()
        } catch  where !isAsked {
            return nil
        }
    }
}
