package import Espy
import EspyInference
import EspySystem

/// The sample photos that come with the program. They are a folder of the gallery only while it has no other: they never
/// mix with the user's photos, and are read where they are.
package enum SamplePhotos {
    private static let place = "web/samples/gallery"

    /// Their folder; nil if they were not installed.
    package static let folder = InferencePlaces.shipped(place, executable: InferencePlaces.executable)
        .first(where: Files.isFolder).flatMap { Path.canonical($0) }

    /// Adds them to a gallery without folders.
    ///
    /// - Returns: nil if there are folders, or no sample photos.
    package static func add(to gallery: Gallery, at time: Int) async throws(GalleryError) -> GalleryFolder? {
        guard let folder, try await gallery.folders().isEmpty else { return nil }
        return try await gallery.addFolder(folder, at: time)
    }

    /// Whether a folder has sample photos: those of this program, or of an earlier installation of it elsewhere.
    package static func areIn(_ path: String) -> Bool {
        if path == folder { return true }
        guard path.hasSuffix("/\(place)") else { return false }
        // Above them are the pages of a program. An installation that is gone has left nothing.
        return !Files.exists(path) || Files.exists(Path.join(path, "../../manifest.webmanifest"))
    }

    /// Removes them from a gallery that has other folders, too, and replaces those of an earlier installation. Call it
    /// after adding a folder, and before indexing.
    package static func giveWay(in gallery: Gallery) async throws(GalleryError) {
        let folders = try await gallery.folders()
        let samples = folders.filter { areIn($0.path) }
        let isAlone = samples.count == folders.count
        if isAlone, let folder, let old = samples.first, !samples.contains(where: { $0.path == folder }) {
            try await gallery.addFolder(folder, at: old.added)
        }
        for sample in samples where !isAlone || sample.path != folder && folder != nil {
            try await gallery.removeFolder(sample.path)
        }
    }
}
