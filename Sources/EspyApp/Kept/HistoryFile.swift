package import Espy
import EspyInference
import EspyPixels
import EspySystem

/// The file of the history.
package struct HistoryFile {
    package let path: String

    package init(_ environment: AppEnvironment) {
        path = Path.join(Folders(environment).data, "history.sqlite")
    }

    /// Whether there is a history yet.
    package var exists: Bool { Files.exists(path) }

    /// - Parameters:
    ///   - making: Creates its folder, for the user alone, if it is missing.
    ///   - reading: Opens it for reading only if the disk is full or not writable.
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
    /// The number of counts that remain after a change of the config file, if that is fewer than before; nil if none
    /// will be deleted.
    ///
    /// - Parameter stored: The new `history-limit` in the file; nil if it will have none.
    package static func loweredLimit(_ environment: AppEnvironment, storing stored: String?) -> Int? {
        // The limit in an unreadable file is unknown.
        let file = try? ConfigFile(environment).load()
        func limit(_ stored: String?) -> Int {
            Int(Settings.chosen(.historyLimit, environment, storing: stored).text) ?? History.limit
        }
        let present = file.map { limit($0[Setting.historyLimit.key]) } ?? .max
        let future = limit(stored)
        return future < present ? future : nil
    }
}

/// Saves results in the user's history, for the command line and the server. One recorder serves a whole run: it opens
/// the history when it is first needed, and keeps it open.
package actor HistoryRecorder {
    /// How to save a result.
    package struct Order: Sendable, Equatable {
        private let isWanted: Bool
        /// How much of the photo to keep.
        package var photos: HistoryPhotos
        /// The maximum number of counts.
        fileprivate let limit: Int
        /// The entry to replace.
        package var replaces: String?
        /// The place of the shelf.
        package var place: ShelfPlace?
        /// The caller's name, if it is not the command line.
        package var caller: String?

        /// The order from the settings.
        ///
        /// - Parameter isWanted: Whether the user wants to save the result.
        package init(_ settings: Settings, isWanted: Bool = true) {
            self.isWanted = isWanted && settings.isOn(.history)
            photos = settings.historyPhotos
            limit = settings.historyLimit
        }

        fileprivate init() { (isWanted, photos, limit) = (false, .none, History.limit) }

        /// Whether to save a result. An empty one is saved only if it replaces another.
        package func keeps(_ result: some Analysis) -> Bool { isWanted && (result.isWorthKeeping || replaces != nil) }
    }

    /// For results without their own order.
    private let order: Order
    private let environment: AppEnvironment
    private var history: History?
    private var isBroken = false

    package init(_ settings: Settings, _ environment: AppEnvironment) {
        (order, self.environment) = (Order(settings), environment)
    }

    /// Saves only results with their own order.
    package init(_ environment: AppEnvironment) { (order, self.environment) = (Order(), environment) }

    /// Saves a result according to the settings if it is worth keeping.
    ///
    /// - Parameters:
    ///   - image: The photo with the result, which is only made if it is saved.
    ///   - name: The photo's name, as given by the user.
    ///   - place: The place of the shelf.
    /// - Returns: Why it could not be saved; nil if it was saved, or not meant to be. The result itself is valid, so
    ///   this is a warning, and makes the run incomplete.
    package func save<Result: Analysis>(
        _ result: Result, _ options: Result.Options, of image: @autoclosure @Sendable () -> RGBImage,
        named name: String, place: ShelfPlace? = nil
    ) async -> Problem? {
        // A history that cannot be opened is reported once, not for every photo.
        guard !isBroken, order.keeps(result) else { return nil }
        var order = order
        order.place = place
        do throws(Problem) {
            _ = try await keep(result, options, of: image(), title: Path.name(of: name), order)
            return nil
        } catch {
            return error
        }
    }

    /// Saves a result if it is worth keeping.
    ///
    /// - Returns: nil if it is not.
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

    /// Returns the history, even if results are not saved.
    ///
    /// - Parameter making: Creates it if there is none.
    /// - Returns: nil if there is none.
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

/// The file of the gallery.
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

    /// The files with translated tags, by language.
    private static var foreign: [String: String] {
        var found: [String: String] = [:]
        for language in ["de", "es"] {
            let files = InferencePlaces.shipped("web/data/tags.\(language).tsv", executable: InferencePlaces.executable)
            found[language] = files.first(where: Files.exists)
        }
        return found
    }

    /// Whether there is a gallery yet.
    package var exists: Bool { Files.exists(path) }

    /// - Parameters:
    ///   - making: Creates its folder, for the user alone, if it is missing.
    ///   - reading: Opens it for reading only if the disk is full or not writable.
    ///   - texts: Computes the text embeddings of queries.
    package func open(
        making: Bool, reading: Bool = false, texts: TextEmbedder? = nil
    ) throws(Problem) -> Gallery {
        // The folder is private, because it contains thumbnails.
        if making { try Folders.makePrivate(folder) }
        do throws(GalleryError) {
            return try Gallery(path: path, reading: reading, texts: texts, places: places, foreign: foreign)
        } catch {
            throw Problem(error)
        }
    }
}
