import Espy
package import EspyInference
import EspyStore
import EspySystem
import Foundation

/// `espy models`, and the models of this machine for all commands that work with them.
///
/// Those that came with the program, and those of the user in the data folder.
package struct ModelStore {
    /// Of the user's models.
    package let folder: String
    package let library: ModelLibrary
    package let runtime: InferenceRuntime
    /// Without those of the user.
    private let shipped: ModelLibrary
    private let cache: String
    /// Of the runtime; 0 where it may take as many as it likes.
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
        // Left alone, the runtime knows best how many of all processors are worth it; it knows no control groups.
        threads = environment.processors < Machine.allProcessors ? environment.processors : 0
    }

    /// How a model stands.
    package enum State: String, Encodable {
        /// It came with the program.
        case shipped
        /// It was downloaded, and is what the manifest of the program says.
        case installed
        case imported
        /// It is there, but no checksum was known when it came.
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

    /// What the program's own manifest says of a model.
    package func known(_ id: String) -> ModelEntry? { shipped.entries.first { $0.id == id } }

    /// Moves a file that was checked into the folder of the user, and writes down what it is.
    ///
    /// - Parameter vocabulary: a file that is to lie beside it.
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

    /// Takes a model out of the folder of the user.
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

    /// Two that bring a model each at the same time must not take each other's out of the list.
    private func change(_ body: (inout [ModelEntry]) -> Void) throws {
        try Files.makePrivateFolder(Path.folder(of: folder))
        try Files.makeFolder(folder)
        let lock = try FileLock.wait(for: folder)
        var manifest = try ModelManifest(folder: folder)
        body(&manifest.models)
        try AtomicFile.replace(Path.join(folder, ModelManifest.fileName), with: try manifest.json())
        _ = consume lock
    }

    /// Loads models, many pictures at a time; what is made of them for this machine is kept in the cache folder.
    func loader(precision: ModelPrecision = .automatic) -> ModelLoader {
        ModelLoader(
            library: library, cacheFolder: cache, use: .batches.limited(to: threads), precision: precision,
            runtime: runtime)
    }

    /// The same for models that get one picture at a time.
    ///
    /// - Parameter callers: how many call at the same time.
    func loader(callers: Int) -> ModelLoader {
        ModelLoader(
            library: library, cacheFolder: cache, use: .singles(callers: callers).limited(to: threads),
            runtime: runtime)
    }

    /// Loads models that read text.
    ///
    /// - Parameter callers: pictures that are read at the same time; nil: one after the other.
    func textLoader(callers: Int?) -> ModelLoader {
        ModelLoader(
            library: library, cacheFolder: cache,
            use: (callers.map { ModelUse.singles(callers: $0) } ?? .batches).limited(to: threads), runtime: runtime)
    }
}

extension ModelEntry {
    /// What to tell people who have one half of a model alone.
    package func lacking(_ task: ModelEntry.Task) -> String {
        let half = task == .text ? "for texts" : "for photos"
        return "\(quoted(id)) is one half of a model; to find photos by meaning, the one \(half) of the space "
            + "\(quoted(space ?? "")) is needed, too; see: espy models list"
    }
}
