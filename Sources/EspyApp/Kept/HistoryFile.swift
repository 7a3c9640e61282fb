package import Espy
import EspyInference
import EspyPixels
import EspySystem

/// `espy history`, and where results are kept for it.
///
/// The file of the history.
package struct HistoryFile {
    package let path: String

    package init(_ environment: AppEnvironment) {
        path = Path.join(Folders(environment).data, "history.sqlite")
    }

    /// Is there a history yet?
    package var exists: Bool { Files.exists(path) }

    /// - Parameters:
    ///   - making: make its folder, for the user alone, where there is none.
    ///   - reading: show what is there also where the disk is full or may not be written to.
    package func open(making: Bool, reading: Bool = false) throws(Problem) -> History {
        if making { try Folders.makePrivate(Path.folder(of: path)) }
        do throws(HistoryError) {
            return try History(path: path, reading: reading)
        } catch {
            throw Problem(error)
        }
    }
}

/// Keeps results in the history of the user, where the settings say so. One for a whole run: it opens the history when
/// there is something to keep.
package actor HistoryRecorder {
    private let isOn: Bool
    private let photos: HistoryPhotos
    private let environment: AppEnvironment
    private var history: History?
    private var isBroken = false

    package init(_ settings: Settings, _ environment: AppEnvironment) {
        self.init(isOn: settings.isOn(.history), settings.historyPhotos, environment)
    }

    /// Keeps nothing.
    package static func off(_ environment: AppEnvironment) -> HistoryRecorder {
        HistoryRecorder(isOn: false, .none, environment)
    }

    private init(isOn: Bool, _ photos: HistoryPhotos, _ environment: AppEnvironment) {
        (self.isOn, self.photos, self.environment) = (isOn, photos, environment)
    }

    /// Keeps a result that is worth it.
    ///
    /// - Parameters:
    ///   - image: the photo that it was found in.
    ///   - name: of the photo, as the user gave it.
    ///   - place: where a shelf stands.
    /// - Returns: why it could not be kept; nil when it was, or was not meant to be. The result itself is as good as
    ///   before, so this is a warning, and the run incomplete.
    package func save<Result: Analysis>(
        _ result: Result, _ options: Result.Options, of image: RGBImage, named name: String, place: ShelfPlace? = nil
    ) async -> Problem? {
        // A history that cannot be opened is told once, not for every photo.
        guard isOn, !isBroken, result.isWorthKeeping else { return nil }
        let (title, time) = (Path.name(of: name), environment.now())
        do throws(Problem) {
            let history = try opened()
            do throws(HistoryError) {
                try await history.add(
                    result, options, of: image, title: title, at: time, place: place, photos: photos)
            } catch {
                throw Problem(error)
            }
            return nil
        } catch {
            return error
        }
    }

    /// The history as far as there is one; also where nothing is kept.
    package func read() throws(Problem) -> History? {
        if let history { return history }
        let file = HistoryFile(environment)
        return file.exists ? try file.open(making: false) : nil
    }

    private func opened() throws(Problem) -> History {
        if let history { return history }
        do throws(Problem) {
            let opened = try HistoryFile(environment).open(making: true)
            history = opened
            return opened
        } catch {
            isBroken = true
            throw error
        }
    }
}

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
