import Espy
package import EspyHTTP
import Synchronization

/// The uploaded photos, as long as they are in use. Their files on disk have no name and disappear with the process.
package actor PhotoStore {
    package nonisolated let limits: PhotoLimits
    private let now: @Sendable () -> Int
    private let again: Source
    private var kept: [String: Kept] = [:]
    /// Counts uses, to order two within the same second.
    private var uses = 0

    private struct Kept {
        let photo: Photo
        var lastUse: (time: Int, order: Int)
        /// Pictures made from the photo, by kind.
        var views: [PhotoView: OpenFile] = [:]
        /// The history entries that were made from the photo.
        var entries: Set<String> = []

        var bytes: Int { photo.file.size + views.values.reduce(0) { $0 + $1.size } }
    }

    /// Loads a photo that is not in the store from elsewhere, with the entry that it belongs to.
    package typealias Source = @Sendable (_ id: String) async throws(HTTPProblem) -> (photo: Photo, entry: String)?

    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - again: Called for photos that are not in the store.
    package init(
        limits: PhotoLimits, now: @escaping @Sendable () -> Int,
        again: @escaping Source = { (_) async throws(HTTPProblem) in nil }
    ) {
        self.limits = limits
        self.now = now
        self.again = again
    }

    /// Adds a photo, and removes others if there is no room.
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

    /// - Throws: “Gone” if the photo is not in the store, or not any more.
    package func photo(_ id: String) async throws(HTTPProblem) -> Photo {
        if let found = used(id) { return found }
        if let (whole, page) = Photo.page(in: id) {
            let photo = try await photo(whole).page(page, limits)
            add(photo)
            return photo
        }
        guard let (photo, entry) = try await again(id) else { throw .photoGone }
        // Another request may have loaded it meanwhile: keep that one, with its views.
        if let found = used(id) { return found }
        add(photo)
        // An uploaded photo takes precedence over a copy.
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

    /// A previously made view of a photo.
    package func view(_ view: PhotoView, of id: String) -> OpenFile? { kept[id]?.views[view] }

    /// Keeps a view of a photo if there is room.
    package func keep(_ file: OpenFile, as view: PhotoView, of id: String) {
        guard kept[id] != nil, bytes + file.size <= limits.total else { return }
        kept[id]?.views[view] = file
    }

    /// Records that a history entry was made from this photo, replacing any earlier link.
    package func link(entry: String, to id: String) {
        for other in kept.keys { kept[other]?.entries.remove(entry) }
        kept[id]?.entries.insert(entry)
    }

    /// The photo from which a history entry was made.
    package func photo(ofEntry entry: String) -> Photo? {
        expire()
        guard let found = kept.values.first(where: { $0.entries.contains(entry) }) else { return nil }
        kept[found.photo.id]?.lastUse = nextUse()
        return found.photo
    }

    /// The number of photos in the store, and their size in bytes.
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

    /// Views are removed before photos, because they can be made again.
    private func makeRoom(keeping id: String) {
        if bytes > limits.total { for other in kept.keys { kept[other]?.views = [:] } }
        while bytes > limits.total, let oldest = oldest(butFor: id) { kept[oldest.photo.id] = nil }
    }
}

/// The limits of the photo store.
package struct PhotoLimits: Sendable {
    /// The largest file.
    package var bytes: Int
    /// The largest picture as stored, in pixels.
    package var pixels: Int
    /// The largest picture that the decoder must hold whole (``ImageInfo/isHeldWhole``). A few hundred kilobytes of
    /// such a file can unpack to any size.
    package var wholePixels: Int
    /// The memory for all pictures being decoded at the same time, in bytes. A larger picture is decoded alone.
    package var decoding: Int
    /// The number of photos to keep. Photos used within the last minute are kept in addition, up to four times this
    /// number.
    package var photos: Int
    /// The total size of all photos, in bytes.
    package var total: Int
    /// How long an unused photo is kept, in seconds.
    package var age: Int

    /// The sensors of phones produce up to 108 megapixels in JPEG, and up to 50 in HEIC.
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

    /// How long a photo is guaranteed to stay after its last use, in seconds, unless very many arrive.
    static let grace = 60
    var mostPhotos: Int { 4 * photos }
}

/// The most recently decoded photos, so that a count with changed options does not decode the file again.
final class DecodedPhotos: Sendable {
    /// The most recent first.
    private let latest = Mutex<[(id: String, photo: CountPhoto)]>([])

    /// Two, for two users at the same time; each photo takes up to 36 MB.
    private static let most = 2

    /// A recently decoded photo.
    subscript(id: String) -> CountPhoto? { latest.withLock { $0.first { $0.id == id }?.photo } }

    /// Returns the photo, and decodes it if necessary.
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
