import EspyPixels
import Synchronization

/// What was worked out for the latest photos, so that a change is answered at once.
///
/// Photos are told apart by their pixels. The maps of all photos together stay within a limit: the oldest go first.
final class SeekerMemory: Sendable {
    /// Bytes of all maps together.
    private let most: Int
    private let photos = Mutex<[SeekerPhoto]>([])
    private let recipes = Mutex<[(recipe: Recipe, features: RecipeFeatures)]>([])

    /// So many photos are remembered, whatever they take.
    private static let mostPhotos = 4
    private static let mostRecipes = 8

    init(most: Int = SeekerPhoto.mostOfMaps) { self.most = most }

    /// What is known of a photo: nothing for one that was not seen lately.
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

    /// What the networks see in the examples of a recipe, worked out once.
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

    /// Forgets maps until all are within the limit: those of older photos first, then all of this one but the latest.
    func tidy() {
        photos.withLock { photos in
            var left = most
            for photo in photos { left -= photo.trim(to: max(left, 0)) }
        }
    }
}

/// What was worked out for one photo.
///
/// Whoever asks for the same thing at the same time works it out, too, and one of the two is kept: photos are counted
/// one at a time, and both come to the same.
final class SeekerPhoto: Sendable {
    let key: PhotoKey
    private let state = Mutex(State())

    /// What depends on nothing but the photo, or on the examples alone.
    struct State {
        /// The latest first.
        var maps: [FeatureMaps] = []
        var explanations: [Explanation]?
        var sought: [Wanted: Explanation] = [:]
        var recognized: [Wanted: Recognized] = [:]
    }

    /// Examples that were asked for.
    struct Wanted: Hashable, Sendable {
        let like: [Rect]
        let unlike: [Rect]
        /// Nil: none but those of the photo.
        var recipe: Recipe?
    }

    init(key: PhotoKey) { self.key = key }

    /// Maps at a scale, made by `make` unless they are there.
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

    /// Bytes of the maps of one photo: one at least of the largest that there are.
    static let mostOfMaps = 64 << 20

    /// What the photo may be about, worked out once.
    func explanations(make: () throws(CountError) -> [Explanation]) throws(CountError) -> [Explanation] {
        if let kept = state.withLock({ $0.explanations }) { return kept }
        let made = try make()
        state.withLock { $0.explanations = made }
        return made
    }

    /// What was found like some examples; few such answers are kept.
    func sought(
        _ wanted: Wanted, make: () throws(CountError) -> Explanation
    ) throws(CountError) -> Explanation {
        if let kept = state.withLock({ $0.sought[wanted] }) { return kept }
        let made = try make()
        state.withLock { state in
            if state.sought.count >= 32 { state.sought.removeAll() }
            state.sought[wanted] = made
        }
        return made
    }

    /// What a recipe has led to; few such answers are kept.
    func recognized(
        _ wanted: Wanted, make: () throws(CountError) -> Recognized
    ) throws(CountError) -> Recognized {
        if let kept = state.withLock({ $0.recognized[wanted] }) { return kept }
        let made = try make()
        state.withLock { state in
            if state.recognized.count >= 8 { state.recognized.removeAll() }
            state.recognized[wanted] = made
        }
        return made
    }

    /// Forgets the maps that were not used for longest until the others are within so many bytes.
    ///
    /// - Returns: bytes that are left.
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
