import Espy

/// The part of `espy models import` that is for models of texts, which consist of two files.
struct TextImport {
    private let command: ModelsCommand
    private let shelf: ModelShelf

    init(_ command: ModelsCommand, _ shelf: ModelShelf) { (self.command, self.shelf) = (command, shelf) }

    /// A vocabulary that waits beside the model's file.
    struct Words {
        let path: String
        let vocabulary: ModelVocabulary
        /// Pieces that it has.
        let count: Int
    }

    /// Brings the vocabulary to where the model waits: the one that is named, or the one of a known model that is there
    /// already.
    ///
    /// - Returns: nil for a model of something else.
    func vocabulary(
        for id: String, _ wanted: ModelEntry.Task?, at file: String, _ staging: borrowing ModelStaging
    ) async throws -> Words? {
        let named = command.invocation.value(Flags.modelVocabulary)
        let known = shelf.known(id)?.vocabulary
        guard named != nil || wanted == .text || shelf.known(id)?.task == .text else {
            let probe = try TextProbe(id: id, path: file, runtime: shelf.runtime)
            guard try probe.isText() else { return nil }
            throw needed(id)
        }
        let name = known?.file ?? "\(id).txt"
        let place = Path.join(shelf.folder, name)
        guard let source = named ?? (Files.exists(place) ? place : nil) else { throw needed(id) }
        let path = Path.join(staging.folder, name)
        try AtomicFile.replace(path, with: try Files.read(source, limit: ModelVocabulary.byteLimit))
        let count = try ModelVocabulary.read(path, count: shelf.known(id)?.input.tokens)
        guard let sum = FileSum(path: path) else { throw FileError(path, .system(EIO)) }
        if named != nil, Files.exists(place), FileSum(path: place)?.sha256 != sum.sha256 {
            throw Problem("taken", "another vocabulary is there under the name \(quoted(name)); choose another --id")
        }
        return Words(
            path: path, vocabulary: ModelVocabulary(file: name, bytes: sum.bytes, sha256: sum.sha256), count: count)
    }

    func entry(_ id: String, file: String, _ words: Words) throws -> ModelEntry {
        guard let space = command.invocation.value(Flags.modelSpace) ?? shelf.known(id)?.space else {
            throw Problem("noSpace", "a model of texts belongs to one of photos; give both the same name with --space")
        }
        return try TextProbe(id: id, path: file, runtime: shelf.runtime).entry(
            file: "\(id).onnx", vocabulary: words.vocabulary, tokens: words.count, space: space)
    }

    private func needed(_ id: String) -> Problem {
        Problem("noVocabulary", "\(quoted(id)) reads texts and needs its vocabulary; give --vocabulary merges.txt")
    }
}
