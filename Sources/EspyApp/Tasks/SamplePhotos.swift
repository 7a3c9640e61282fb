package import Espy
import EspyInference
import EspySystem

/// The sample photos that come with the program. They are a folder of the gallery only while it has no other: they never
/// mix with the user's photos, and are read where they are.
package enum SamplePhotos {
    /// Their folder; nil if they were not installed.
    package static let folder = InferencePlaces.shipped("web/samples/gallery", executable: InferencePlaces.executable)
        .first(where: Files.isFolder).flatMap { Path.canonical($0) }

    /// Adds them to a gallery without folders.
    ///
    /// - Returns: nil if there are folders, or no sample photos.
    package static func add(to gallery: Gallery, at time: Int) async throws(GalleryError) -> GalleryFolder? {
        guard let folder, try await gallery.folders().isEmpty else { return nil }
        return try await gallery.addFolder(folder, at: time)
    }

    /// Removes them from a gallery that has other folders, too. Call it after adding one.
    package static func giveWay(in gallery: Gallery) async throws(GalleryError) {
        let folders = try await gallery.folders().map(\.path)
        guard let folder, folders.count > 1, folders.contains(folder) else { return }
        try await gallery.removeFolder(folder)
    }
}
