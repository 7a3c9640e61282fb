import EspyPixels
import Synchronization

/// The seeker's results for the latest photos, so that a change is answered immediately.
///
/// Photos are identified by their pixels. The maps of all photos together stay within a limit: the oldest are removed
/// first.
final class SeekerMemory: Sendable {
    /// The limit for all maps together, in bytes.
    private let most: Int
    private let photos = Mutex<[SeekerPhoto]>([])
    private let recipes = Mutex<[(recipe: Recipe, features: RecipeFeatures)]>([])

    /// The number of photos to remember, whatever their size.
    private static let mostPhotos = 4
    private static let mostRecipes = 8

    init(most: Int = SeekerPhoto.mostOfMaps) { self.most = most }

    /// Returns the memory of a photo, which is empty unless it was seen recently.
    func photo(_ image: RGBImage) -> SeekerPhoto {
        let key = PhotoKey(image)
        return photos.withLock { photos in
            let place = photos.firstIndex { $0.key == key }
            let photo = place.map { photos.remove(at: $0) } ?? SeekerPhoto(key: key)
            photos.insert(photo, at: 0)
            if photos.count > Self.mostPhotos { photos.removeLast() }
            return photo
        }
    }

    /// Returns the networks' features of the examples of a recipe, computed once.
    func features(
        of recipe: Recipe, make: () throws(CountError) -> RecipeFeatures
    ) throws(CountError) -> RecipeFeatures {
        if let kept = recipes.withLock({ $0.first { $0.recipe == recipe }?.features }) { return kept }
        let made = try make()
        recipes.withLock { recipes in
            recipes.insert((recipe, made), at: 0)
            if recipes.count > Self.mostRecipes { recipes.removeLast() }
        }
        return made
    }

    /// Removes maps until all are within the limit: those of older photos first, then all of this one but the latest.
    func tidy() {
        photos.withLock { photos in
            var left = most
            for photo in photos { left -= photo.trim(to: max(left, 0)) }
        }
    }
}

/// The seeker's results for one photo.
///
/// Two callers that ask for the same thing at the same time both compute it, and one result is kept: photos are counted
/// one at a time, and both results are equal.
final class SeekerPhoto: Sendable {
    let key: PhotoKey
    private let state = Mutex(State())

    /// Results that depend only on the photo, or on the photo and the examples.
    struct State {
        /// The latest first.
        var maps: [FeatureMaps] = []
        var explanations: [Explanation]?
        var sought: [ExampleKey: Explanation] = [:]
        var recognized: [ExampleKey: RecipeMatch] = [:]
    }

    /// The examples of a request, as a key.
    struct ExampleKey: Hashable, Sendable {
        let like: [Rect]
        let unlike: [Rect]
        /// Nil: only the examples in the photo.
        var recipe: Recipe?
    }

    init(key: PhotoKey) { self.key = key }

    /// Returns the maps at a scale, made by `make` unless they are remembered.
    func maps(
        scale: Double, make: () throws(CountError) -> FeatureMaps
    ) throws(CountError) -> FeatureMaps {
        let kept = state.withLock { state -> FeatureMaps? in
            guard let place = state.maps.firstIndex(where: { abs($0.scaleX / scale - 1) < 0.02 }) else { return nil }
            let maps = state.maps.remove(at: place)
            state.maps.insert(maps, at: 0)
            return maps
        }
        if let kept { return kept }
        let made = try make()
        state.withLock { $0.maps.insert(made, at: 0) }
        _ = trim(to: Self.mostOfMaps)
        return made
    }

    /// The limit for the maps of one photo, in bytes: enough for one at the largest scale.
    static let mostOfMaps = 64 << 20

    /// Returns the explanations of the photo, computed once.
    func explanations(make: () throws(CountError) -> [Explanation]) throws(CountError) -> [Explanation] {
        if let kept = state.withLock({ $0.explanations }) { return kept }
        let made = try make()
        state.withLock { $0.explanations = made }
        return made
    }

    /// Returns the finds for some examples; only a few such results are kept.
    func sought(
        _ wanted: ExampleKey, make: () throws(CountError) -> Explanation
    ) throws(CountError) -> Explanation {
        if let kept = state.withLock({ $0.sought[wanted] }) { return kept }
        let made = try make()
        state.withLock { state in
            if state.sought.count >= 32 { state.sought.removeAll() }
            state.sought[wanted] = made
        }
        return made
    }

    /// Returns the result of a recipe; only a few such results are kept.
    func recognized(
        _ wanted: ExampleKey, make: () throws(CountError) -> RecipeMatch
    ) throws(CountError) -> RecipeMatch {
        if let kept = state.withLock({ $0.recognized[wanted] }) { return kept }
        let made = try make()
        state.withLock { state in
            if state.recognized.count >= 8 { state.recognized.removeAll() }
            state.recognized[wanted] = made
        }
        return made
    }

    /// Removes the maps that were unused for longest until the others are within a limit in bytes.
    ///
    /// - Returns: the bytes of the remaining maps.
    func trim(to most: Int) -> Int {
        state.withLock { state in
            var sum = 0
            let kept = state.maps.prefix { maps in
                sum += maps.bytes
                return sum <= most
            }
            state.maps = Array(kept)
            return state.maps.reduce(0) { $0 + $1.bytes }
        }
    }
}
