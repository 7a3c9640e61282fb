import EspyInference
import Synchronization

/// The models that find the like of an example, loaded when a photo first needs them.
final class DeferredSeeker: Sendable {
    private let load: @Sendable () throws(InferenceError) -> SeekerModels?
    private let loaded = Mutex<SeekerModels?>(nil)

    /// - Parameter load: nil where they are not there; asked again for the next photo then.
    init(load: @escaping @Sendable () throws(InferenceError) -> SeekerModels?) { self.load = load }

    /// - Throws: ``CountError/model(_:)``
    var models: SeekerModels? {
        get throws(CountError) {
            do throws(InferenceError) {
                return try loaded.withLock { (loaded) throws(InferenceError) in
                    if loaded == nil { loaded = try load() }
                    return loaded
                }
            } catch { throw .model(error) }
        }
    }
}
