package import Espy
import EspyInference
import EspySystem

/// `espy gallery`: a library of photos, and what gets ready that looks at them.
///
/// Where the gallery of the user is kept.
package struct GalleryFile {
    package let path: String
    private let folder: String
    private let places: PlaceNames?
    private let foreign: ForeignWords

    package init(_ environment: AppEnvironment) {
        let shipped = InferencePlaces.shipped("web/data/places.tsv", executable: InferencePlaces.executable)
        places = shipped.first(where: Files.exists).map(PlaceNames.init)
        foreign = ForeignWords(files: Self.foreign)
        folder = Path.join(Folders(environment).data, "gallery")
        path = Path.join(folder, "gallery.sqlite")
    }

    /// Files with words of other languages, by the tags of these.
    private static var foreign: [String: String] {
        var found: [String: String] = [:]
        for language in ["de", "es"] {
            let files = InferencePlaces.shipped("web/data/tags.\(language).tsv", executable: InferencePlaces.executable)
            found[language] = files.first(where: Files.exists)
        }
        return found
    }

    /// Is there a gallery yet?
    package var exists: Bool { Files.exists(path) }

    /// - Parameters:
    ///   - making: make its folder, for the user alone, where there is none.
    ///   - reading: show what is there also where the disk is full or may not be written to.
    ///   - texts: tells the meaning of words.
    package func open(
        making: Bool, reading: Bool = false, texts: (any TextMeaning)? = nil
    ) throws(Problem) -> Gallery {
        // The small pictures of photos are in it: for the user alone.
        if making { try Folders.makePrivate(folder) }
        do throws(GalleryError) {
            return try Gallery(path: path, reading: reading, texts: texts, places: places, foreign: foreign)
        } catch {
            throw Problem(error)
        }
    }
}
