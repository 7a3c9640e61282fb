import Espy
import EspyHTTP
import Synchronization

/// The photos that were decoded last, so that a change of what is counted does not open the file again.
final class DecodedPhotos: Sendable {
    /// The latest first.
    private let latest = Mutex<[(id: String, photo: CountPhoto)]>([])

    /// Two people may work at the same time; each photo takes up to 36 MB.
    private static let most = 2

    /// A photo that was decoded lately.
    subscript(id: String) -> CountPhoto? { latest.withLock { $0.first { $0.id == id }?.photo } }

    /// The photo, decoded now if it was not lately.
    func picture(of photo: Photo) throws(HTTPProblem) -> CountPhoto {
        if let kept = self[photo.id] { return kept }
        let picture = try photo.decodedForCounting()
        keep(picture, as: photo.id)
        return picture
    }

    private func keep(_ photo: CountPhoto, as id: String) {
        latest.withLock { latest in
            latest.removeAll { $0.id == id }
            latest.insert((id, photo), at: 0)
            if latest.count > Self.most { latest.removeLast() }
        }
    }
}
