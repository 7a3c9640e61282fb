package import Espy
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
