import EspyStore

extension Gallery {
    /// Rates photos, as one change: all of them or, when one is unknown, none. It stays so when a photo is read again,
    /// is moved, or leaves and comes back. The files are not touched.
    ///
    /// - Parameters:
    ///   - rating: from 0 to 5 stars, -1 for rejected; nil takes back what a person said, so that the file counts.
    ///   - now: seconds since 1970.
    /// - Returns: how people had rated them before; rating them so again undoes the change.
    /// - Throws: ``GalleryError/unknownPhoto(_:)``; ``GalleryError/rating(_:)`` for one that there is not.
    @discardableResult
    public func rate(_ photos: [Int], _ rating: Int?, now: Int) throws(GalleryError) -> [Int?: [Int]] {
        if let rating, !Ratings.all.contains(rating) { throw .rating(rating) }
        defer { noteSaid() }
        return try change { (database) throws(GalleryError) in
            var before: [Int?: [Int]] = [:]
            for photo in Set(photos).sorted() {
                let digest = try digest(of: photo)
                let known = try GalleryError.store { () throws(StoreError) in
                    let known = try Ratings.said(of: digest, in: database)
                    try Ratings.write(rating, now, of: digest, in: database)
                    try Ratings.apply(to: photo, in: database)
                    try GalleryText.markChanged(photo, in: database)
                    return known
                }
                before[known?.rating, default: []].append(photo)
            }
            return before
        }
    }
}
