import Espy

/// A gallery of invented photos, imported like an archive.
struct Filling {
    let path: String

    func run(count: Int) async throws {
        let archive = try ArchiveImport(
            into: Gallery(path: path), root: InventedPhotos.root, at: 0, workers: 2)
        var photos = InventedPhotos(hasMeaning: true)
        var left = count
        _ = try await archive.run {
            guard left > 0 else { return nil }
            let some = min(left, 500)
            left -= some
            return (0..<some).map { _ in Array(photos.next().utf8)[...] }
        } report: { _ in
        }
    }
}
