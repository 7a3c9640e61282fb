public import EspyInference
import Foundation
import Synchronization

/// The half of a CLIP model that reads texts, loaded when it is first asked.
public final class ModelTextMeaning: TextMeaning {
    public let version: String
    /// Numbers of a vector.
    package let columns: Int
    private let load: @Sendable () throws(InferenceError) -> TextModel
    private let state = Mutex(State())

    private struct State {
        var reader: (model: TextModel, tokenizer: TextTokenizer)?
        /// Why it cannot be loaded: trying again with each search would take long, and end the same way.
        var failure: InferenceError?
        var known: [String: [Float]] = [:]
    }

    /// Vectors of texts that are kept: somebody who turns pages asks for the same one again.
    private static let mostKnown = 256

    /// - Parameters:
    ///   - image: the half for photos.
    ///   - text: the half for texts, of the same space.
    ///   - load: loads the model of `text`.
    /// - Throws: ``InferenceError/wrongTask(id:expected:found:)``, ``InferenceError/wrongShape(id:expected:found:)`` where
    ///   the two do not belong together
    public init(
        image: ModelEntry, text: ModelEntry, load: @escaping @Sendable () throws(InferenceError) -> TextModel
    ) throws(InferenceError) {
        guard image.task == .embedder else { throw .wrongTask(id: image.id, expected: .embedder, found: image.task) }
        guard text.task == .text else { throw .wrongTask(id: text.id, expected: .text, found: text.task) }
        guard image.space == text.space, image.output.columns == text.output.columns else {
            throw .wrongShape(
                id: text.id, expected: "\(image.output.columns) numbers in the space of \(image.id)",
                found: "\(text.output.columns) in \(text.space ?? "none")")
        }
        let names = [image, text].map(\.version)
        version = "\(names.joined(separator: "+")) \(MeaningBackground.version)"
        columns = text.output.columns
        self.load = load
    }

    public func vector(of text: String) throws(InferenceError) -> [Float] {
        try state.withLock { (state) throws(InferenceError) -> [Float] in
            if let known = state.known[text] { return known }
            let vector = try Self.vector(of: text, try reader(&state))
            if state.known.count >= Self.mostKnown { state.known = [:] }
            state.known[text] = vector
            return vector
        }
    }

    private func reader(_ state: inout State) throws(InferenceError) -> (model: TextModel, tokenizer: TextTokenizer) {
        if let reader = state.reader { return reader }
        if let failure = state.failure { throw failure }
        do throws(InferenceError) {
            let model = try load()
            let path = model.vocabularyPath
            guard let file = FileManager.default.contents(atPath: path) else {
                throw .badManifest(path: path, reason: "it is not there or cannot be read")
            }
            let pieces = try WordPieces([UInt8](file), count: model.entry.input.tokens, path: path)
            let reader = (model, TextTokenizer(pieces))
            state.reader = reader
            return reader
        } catch {
            state.failure = error
            throw error
        }
    }

    private static func vector(
        of text: String, _ reader: (model: TextModel, tokenizer: TextTokenizer)
    ) throws(InferenceError) -> [Float] {
        let tokens = reader.tokenizer.tokens(of: text, length: reader.model.entry.input.length)
        guard let unit = Vectors.unit(try reader.model.run(tokens)) else { throw .notFinite(id: reader.model.entry.id) }
        return unit
    }
}
