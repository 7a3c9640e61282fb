import EspyPixels
import Synchronization

/// What was worked out for the latest photos, so that a change is answered at once.
///
/// Photos are told apart by their pixels. The maps of all photos together stay within a limit: the oldest go first.
package final class SeekerMemory: Sendable {
    /// Bytes of all maps together.
    private let most: Int
    private let photos = Mutex<[SeekerPhoto]>([])
    private let recipes = Mutex<[(recipe: Recipe, features: RecipeFeatures)]>([])

    /// So many photos are remembered, whatever they take.
    private static let mostPhotos = 4
    private static let mostRecipes = 8

    package init(most: Int = 160 << 20) { self.most = most }

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
