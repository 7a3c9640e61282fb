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

extension HistoryFile {
    /// How many counts stay after a change of the config file, where these are fewer than before; nil where none can go.
    ///
    /// - Parameter stored: `history-limit` as the file will have it; nil where it will not have it.
    package static func loweredLimit(_ environment: AppEnvironment, storing stored: String?) -> Int? {
        // Of a file that cannot be read nobody knows what it said.
        let file = try? ConfigFile(environment).load()
        func limit(_ stored: String?) -> Int {
            Int(Settings.chosen(.historyLimit, environment, storing: stored).text) ?? History.limit
        }
        let present = file.map { limit($0[Setting.historyLimit.key]) } ?? .max
        let future = limit(stored)
        return future < present ? future : nil
    }
}

/// Keeps results in the history of the user, for the command line and for the server. One for a whole run: it opens the
/// history when there is something to keep or to look up, and keeps it open.
package actor HistoryRecorder {
    /// How a result is to be kept.
    package struct Order: Sendable, Equatable {
        private let isWanted: Bool
        /// What is kept of the photo.
        package var photos: HistoryPhotos
        /// How many counts stay.
        fileprivate let limit: Int
        /// The entry whose place it takes.
        package var replaces: String?
        /// Where a shelf stands.
        package var place: ShelfPlace?
        /// Who asked for it, where that was not the command line.
        package var caller: String?

        /// As the settings say.
        ///
        /// - Parameter isWanted: whether the user wants it kept.
        package init(_ settings: Settings, isWanted: Bool = true) {
            self.isWanted = isWanted && settings.isOn(.history)
            photos = settings.historyPhotos
            limit = settings.historyLimit
        }

        fileprivate init() { (isWanted, photos, limit) = (false, .none, History.limit) }

        /// Nothing found is not worth an entry, unless it takes the place of another result.
        package func keeps(_ result: some Analysis) -> Bool { isWanted && (result.isWorthKeeping || replaces != nil) }
    }

    /// For results that nothing else is said of.
    private let order: Order
    private let environment: AppEnvironment
    private var history: History?
    private var isBroken = false

    package init(_ settings: Settings, _ environment: AppEnvironment) {
        (order, self.environment) = (Order(settings), environment)
    }

    /// Keeps only what it is given an order for.
    package init(_ environment: AppEnvironment) { (order, self.environment) = (Order(), environment) }

    /// Keeps a result that is worth it, as the settings say.
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
        guard !isBroken else { return nil }
        var order = order
        order.place = place
        do throws(Problem) {
            _ = try await keep(result, options, of: image, title: Path.name(of: name), order)
            return nil
        } catch {
            return error
        }
    }

    /// Keeps a result that is worth it.
    ///
    /// - Returns: nil where it is not.
    @discardableResult
    package func keep<Result: Analysis>(
        _ result: Result, _ options: Result.Options, of image: RGBImage, title: String, _ order: Order
    ) async throws(Problem) -> HistoryEntry? {
        guard order.keeps(result), let history = try opened(making: true) else { return nil }
        let time = environment.now()
        do throws(HistoryError) {
            return try await history.add(
                result, options, of: image, title: title, at: time, replacing: order.replaces, place: order.place,
                photos: order.photos, limit: order.limit,
                by: order.caller.map { HistoryAuthor(via: $0, time: time) })
        } catch {
            throw Problem(error)
        }
    }

    /// The history; also where nothing is kept.
    ///
    /// - Parameter making: make one where there is none.
    /// - Returns: nil where there is none.
    package func opened(making: Bool) throws(Problem) -> History? {
        if let history { return history }
        let file = HistoryFile(environment)
        guard making || file.exists else { return nil }
        do throws(Problem) {
            history = try file.open(making: making)
        } catch {
            isBroken = true
            throw error
        }
        return history
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
        making: Bool, reading: Bool = false, texts: TextMeaning? = nil
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
