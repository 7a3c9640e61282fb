import Espy
package import EspyInference
import EspyStore
import EspySystem
import Foundation

/// The installed models, for all commands that use them: those that came with the program, and the user's models in the
/// data folder.
package struct ModelStore {
    /// The folder of the user's models.
    package let folder: String
    package let library: ModelLibrary
    package let runtime: InferenceRuntime
    /// The models that came with the program.
    private let shipped: ModelLibrary
    private let cache: String
    /// For the runtime; 0 lets it choose.
    private let threads: Int

    package init(_ environment: AppEnvironment) throws(InferenceError) {
        let folder = Path.join(Folders(environment).data, "models")
        let places = InferencePlaces(
            variables: environment.variables, executable: InferencePlaces.executable, data: folder)
        self.folder = folder
        cache = Path.join(Folders(environment).cache, "models")
        library = try ModelLibrary(folders: places.models)
        shipped = try ModelLibrary(folders: places.models.filter { $0 != folder })
        runtime = InferenceRuntime(folders: places.runtime)
        // Without a limit, the runtime chooses the best number of threads; but it does not know about control groups.
        threads = environment.processors < Machine.allProcessors ? environment.processors : 0
    }

    /// The state of a model.
    package enum State: String, Encodable {
        /// It came with the program.
        case shipped
        /// Downloaded, and identical to the one in the program's manifest.
        case installed
        case imported
        /// Present, but no checksum was known when it was installed.
        case unverified
        case missing
    }

    package func state(of entry: ModelEntry) -> State {
        guard library.path(of: entry) != nil else { return .missing }
        if entry.origin == .imported { return .imported }
        let vouched = shipped.entries.first { $0.id == entry.id }?.sha256
        guard let vouched, vouched == entry.sha256 else { return .unverified }
        return entry.origin == .installed ? .installed : .shipped
    }

    /// The entry of a model in the program's own manifest.
    package func known(_ id: String) -> ModelEntry? { shipped.entries.first { $0.id == id } }

    /// Moves a verified file to the user's folder, and adds it to the list.
    ///
    /// - Parameter vocabulary: A second file to move with it.
    package func keep(_ file: String, vocabulary: String? = nil, as entry: ModelEntry) throws {
        let place = Path.join(folder, entry.file)
        if let vocabulary, let name = entry.vocabulary?.file {
            let beside = Path.join(folder, name)
            guard rename(vocabulary, beside) == 0 else { throw FileError.last(beside) }
        }
        guard rename(file, place) == 0 else { throw FileError.last(place) }
        try change { models in
            models.removeAll { $0.id == entry.id }
            models.append(entry)
        }
    }

    /// Deletes a model from the user's folder.
    package func forget(_ entry: ModelEntry) throws {
        var names = [entry.file]
        try change { models in
            models.removeAll { $0.id == entry.id }
            // Several models may share a vocabulary.
            if let words = entry.vocabulary?.file, !models.contains(where: { $0.vocabulary?.file == words }) {
                names.append(words)
            }
        }
        for place in names.map({ Path.join(folder, $0) }) {
            guard unlink(place) == 0 || errno == ENOENT else { throw FileError.last(place) }
        }
    }

    /// Changes the list under a lock, so that two concurrent installs do not lose each other's entry.
    private func change(_ body: (inout [ModelEntry]) -> Void) throws {
        try Files.makePrivateFolder(Path.folder(of: folder))
        try Files.makeFolder(folder)
        let lock = try FileLock.wait(for: folder)
        var manifest = try ModelManifest(folder: folder)
        body(&manifest.models)
        try AtomicFile.replace(Path.join(folder, ModelManifest.fileName), with: try manifest.json())
        _ = consume lock
    }

    /// A loader for models that process many pictures in parallel. Compiled models are stored in the cache folder.
    func loader(precision: ModelPrecision = .automatic) -> ModelLoader {
        ModelLoader(
            library: library, cacheFolder: cache, use: .batches.limited(to: threads), precision: precision,
            runtime: runtime)
    }

    /// A loader for models that process one picture per call.
    ///
    /// - Parameter callers: The number of concurrent calls.
    func loader(callers: Int) -> ModelLoader {
        ModelLoader(
            library: library, cacheFolder: cache, use: .singles(callers: callers).limited(to: threads),
            runtime: runtime)
    }

    /// A loader for models that read text.
    ///
    /// - Parameter copies: How often each is loaded. A single one runs on all processors, several on one each.
    func textLoader(copies: Int) -> ModelLoader {
        ModelLoader(
            library: library, cacheFolder: cache,
            use: (copies > 1 ? ModelUse.singles(callers: copies) : .batches).limited(to: threads), runtime: runtime)
    }
}

extension ModelEntry {
    /// A message for users who have only one of the two models.
    package func lacking(_ task: ModelEntry.Task) -> String {
        let half = task == .text ? "for texts" : "for photos"
        return "\(quoted(id)) is one half of a model; to find photos by meaning, the one \(half) of the space "
            + "\(quoted(space ?? "")) is needed, too; see: espy models list"
    }
}
