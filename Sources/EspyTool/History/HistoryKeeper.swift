package import Espy

/// Keeps results in the history of the user, where the settings say so. One for a whole run: it opens the history when
/// there is something to keep.
package actor HistoryKeeper {
    private let isOn: Bool
    private let surroundings: Surroundings
    private var history: History?
    private var isBroken = false

    package init(_ settings: Settings, _ surroundings: Surroundings) {
        isOn = settings.isOn(Flags.history)
        self.surroundings = surroundings
    }

    /// Keeps a count; one of nothing is not worth it.
    ///
    /// - Parameters:
    ///   - image: the photo that was counted.
    ///   - name: of the photo, as the user gave it.
    /// - Returns: why it could not be kept; nil when it was, or was not meant to be. The result itself is as good as
    ///   before, so this is a warning, and the run incomplete.
    package func save(_ count: Count, of image: RGBImage, named name: String) async -> Problem? {
        guard count.count > 0 else { return nil }
        return await keep { (history, time) throws(HistoryError) in
            try await history.add(count, of: image, title: Path.name(of: name), at: time)
        }
    }

    /// Keeps a rack; one without any code is not worth it.
    package func save(_ rack: Rack, _ options: RackOptions, of image: RGBImage, named name: String) async -> Problem? {
        guard !rack.vials.isEmpty || !rack.outside.isEmpty else { return nil }
        return await keep { (history, time) throws(HistoryError) in
            try await history.add(rack, options: options, of: image, title: Path.name(of: name), at: time)
        }
    }

    /// Keeps a shelf; one without any spine is not worth it.
    package func save(
        _ shelf: Shelf, _ options: ShelfOptions, of image: RGBImage, named name: String
    ) async -> Problem? {
        guard !shelf.spines.isEmpty else { return nil }
        return await keep { (history, time) throws(HistoryError) in
            try await history.add(shelf, options: options, of: image, title: Path.name(of: name), at: time)
        }
    }

    private func keep(_ work: (History, Int) async throws(HistoryError) -> HistoryEntry) async -> Problem? {
        // A history that cannot be opened is told once, not for every photo.
        guard isOn, !isBroken else { return nil }
        do throws(Problem) {
            let history = try opened()
            do throws(HistoryError) {
                _ = try await work(history, surroundings.now())
            } catch {
                throw Problem(error)
            }
            return nil
        } catch {
            return error
        }
    }

    private func opened() throws(Problem) -> History {
        if let history { return history }
        do throws(Problem) {
            let opened = try HistoryFile(surroundings).open(making: true)
            history = opened
            return opened
        } catch {
            isBroken = true
            throw error
        }
    }
}
