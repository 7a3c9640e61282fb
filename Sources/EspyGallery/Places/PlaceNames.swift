import EspyStore
import Synchronization

/// What places are called: cities of the world and the countries they are in, from a file of `Scripts/make-map`.
///
/// The file is read when it is first needed. Where it is missing, places have no names.
public final class PlaceNames: Sendable {
    private let path: String
    private let loaded = Mutex<Atlas?>(nil)

    /// - Parameter path: of `places.tsv`.
    public init(path: String) { self.path = path }

    var atlas: Atlas {
        loaded.withLock { loaded in
            if let loaded { return loaded }
            let atlas = Atlas((try? FileContents(path: path, limit: Self.limit).bytes) ?? [])
            loaded = atlas
            return atlas
        }
    }

    private static let limit = 16 << 20
}
