import Synchronization

/// What the detector saw of the latest photos at each scale, so that another similarity, border or region is answered
/// without it. Photos are told apart by their pixels.
package final class DetectionMemory: Sendable {
    private struct Photo {
        let key: PhotoKey
        /// By zoom.
        var seen: [Double: [Candidate]] = [:]
    }

    private let photos = Mutex<[Photo]>([])

    /// So many are remembered; of each there are a few thousand boxes.
    private static let mostPhotos = 4

    package init() {}

    func candidates(of key: PhotoKey, zoom: Double) -> [Candidate]? {
        photos.withLock { photos in photos.first { $0.key == key }?.seen[zoom] }
    }

    func keep(_ candidates: [Candidate], of key: PhotoKey, zoom: Double) {
        photos.withLock { photos in
            let place = photos.firstIndex { $0.key == key }
            var photo = place.map { photos.remove(at: $0) } ?? Photo(key: key)
            photo.seen[zoom] = candidates
            photos.insert(photo, at: 0)
            if photos.count > Self.mostPhotos { photos.removeLast() }
        }
    }
}
