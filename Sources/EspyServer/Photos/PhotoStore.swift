import Espy
package import EspyHTTP
import Synchronization

/// The photos that clients have sent, as long as somebody works with them. They lie on the disk without a name, and are
/// gone with the process.
package actor PhotoStore {
    package nonisolated let limits: PhotoLimits
    private let now: @Sendable () -> Int
    private let again: Source
    private var kept: [String: Kept] = [:]
    /// Counts uses, so that the order of two within one second is known.
    private var uses = 0

    private struct Kept {
        let photo: Photo
        var lastUse: (time: Int, order: Int)
        /// Pictures that were made of it, by what they are.
        var views: [PhotoView: OpenFile] = [:]
        /// Of the history, made from it.
        var entries: Set<String> = []

        var bytes: Int { photo.file.size + views.values.reduce(0) { $0 + $1.size } }
    }

    /// Gets a photo that is not here from where a copy of it may lie, with the entry that it belongs to.
    package typealias Source = @Sendable (_ id: String) async throws(HTTPProblem) -> (photo: Photo, entry: String)?

    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - again: asked for photos that are not here.
    package init(
        limits: PhotoLimits, now: @escaping @Sendable () -> Int,
        again: @escaping Source = { (_) async throws(HTTPProblem) in nil }
    ) {
        self.limits = limits
        self.now = now
        self.again = again
    }

    /// Takes a photo in; others go where they have to.
    package func add(_ photo: Photo) {
        expire()
        kept[photo.id] = Kept(photo: photo, lastUse: nextUse())
        while kept.count > limits.photos, let oldest = oldest(butFor: photo.id) {
            let isFresh = now() - oldest.lastUse.time < PhotoLimits.grace
            if isFresh, kept.count <= limits.mostPhotos { break }
            kept[oldest.photo.id] = nil
        }
        makeRoom(keeping: photo.id)
    }

    /// - Throws: that it is not here, or not any more.
    package func photo(_ id: String) async throws(HTTPProblem) -> Photo {
        if let found = used(id) { return found }
        if let (whole, page) = Photo.page(in: id) {
            let photo = try await photo(whole).page(page, limits)
            add(photo)
            return photo
        }
        guard let (photo, entry) = try await again(id) else { throw .photoGone }
        // Somebody else may have asked for it meanwhile: what was made of that one is kept.
        if let found = used(id) { return found }
        add(photo)
        // The photo itself says more than a copy of it.
        if self.photo(ofEntry: entry) == nil { link(entry: entry, to: id) }
        return photo
    }

    private func used(_ id: String) -> Photo? {
        expire()
        guard let found = kept[id] else { return nil }
        kept[id]?.lastUse = nextUse()
        return found.photo
    }

    package func remove(_ id: String) throws(HTTPProblem) {
        guard kept.removeValue(forKey: id) != nil else { throw .photoGone }
    }

    /// A picture of a photo that was made before.
    package func view(_ view: PhotoView, of id: String) -> OpenFile? { kept[id]?.views[view] }

    /// Keeps a picture that was made of a photo, if there is room.
    package func keep(_ file: OpenFile, as view: PhotoView, of id: String) {
        guard kept[id] != nil, bytes + file.size <= limits.total else { return }
        kept[id]?.views[view] = file
    }

    /// Remembers that an entry of the history was made from a photo, and from no other before.
    package func link(entry: String, to id: String) {
        for other in kept.keys { kept[other]?.entries.remove(entry) }
        kept[id]?.entries.insert(entry)
    }

    /// The photo that an entry of the history was made from.
    package func photo(ofEntry entry: String) -> Photo? {
        expire()
        guard let found = kept.values.first(where: { $0.entries.contains(entry) }) else { return nil }
        kept[found.photo.id]?.lastUse = nextUse()
        return found.photo
    }

    /// How many photos are here, and how many bytes they take.
    package var load: (photos: Int, bytes: Int) { (kept.count, bytes) }

    private var bytes: Int { kept.values.reduce(0) { $0 + $1.bytes } }

    private func nextUse() -> (time: Int, order: Int) {
        uses += 1
        return (now(), uses)
    }

    private func expire() {
        let time = now()
        kept = kept.filter { time - $0.value.lastUse.time < limits.age }
    }

    private func oldest(butFor id: String) -> Kept? {
        kept.values.filter { $0.photo.id != id }.min { $0.lastUse.order < $1.lastUse.order }
    }

    /// Views go before photos: they can be made again.
    private func makeRoom(keeping id: String) {
        if bytes > limits.total { for other in kept.keys { kept[other]?.views = [:] } }
        while bytes > limits.total, let oldest = oldest(butFor: id) { kept[oldest.photo.id] = nil }
    }
}

/// How much the store holds.
package struct PhotoLimits: Sendable {
    /// Of one file.
    package var bytes: Int
    /// Of one picture as it is stored.
    package var pixels: Int
    /// Of one that a decoder holds as a whole (``ImageInfo/isHeldWhole``): a few hundred kilobytes of those unpack to
    /// anything.
    package var wholePixels: Int
    /// Bytes for all pictures that are being decoded at one time. A larger one is decoded alone.
    package var decoding: Int
    /// How many photos are kept. Those used within the last minute stay beside them, up to four times as many.
    package var photos: Int
    /// Of all photos together.
    package var total: Int
    /// Seconds after which a photo that nobody used is let go.
    package var age: Int

    /// The sensors of phones have up to 108 million pixels in JPEG, and up to 50 million in HEIC.
    package init(
        bytes: Int = 256 << 20, pixels: Int = 110_000_000, wholePixels: Int = 54_000_000, decoding: Int = 768 << 20,
        photos: Int = 32, total: Int = 1 << 30, age: Int = 3_600
    ) {
        self.bytes = bytes
        self.pixels = pixels
        self.wholePixels = wholePixels
        self.decoding = decoding
        self.photos = photos
        self.total = total
        self.age = age
    }

    /// Seconds for which a photo is sure to be there after it was used, unless very many come.
    static let grace = 60
    var mostPhotos: Int { 4 * photos }
}

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
