import Espy

/// What `espy shelf` was asked to do.
struct ShelfPlan: Sendable {
    let run: RunPlan
    let options: ShelfOptions
    let text: SpineText
    let history: HistoryRecorder
    /// Frames per second of a film that are looked at, at most.
    let filmRate: Int

    init(_ invocation: Invocation, _ settings: Settings, _ surroundings: Surroundings) throws {
        run = try RunPlan(invocation, settings)
        options = settings.shelfOptions
        text = SpineText(settings, surroundings, photos: run.inputs.count)
        history = HistoryRecorder(settings, surroundings)
        filmRate = Int(settings.text(Flags.filmRate)) ?? 15
        guard run.photo == nil || !run.inputs.contains(where: FilmSource.isFilm) else {
            throw UsageError("-o draws on photos; leave it out for films", command: run.command)
        }
    }
}

/// What `espy shelf` reads spines with, by the settings.
struct SpineText: Sendable {
    private let isOn: Bool
    private let language: String
    private let folders: [String]
    private let lanes: Int
    /// Nil where there is no list of books.
    let catalogueFile: String?

    /// - Parameter photos: how many; several are read at the same time, with one processor for each.
    init(_ settings: Settings, _ surroundings: Surroundings, photos: Int) {
        isOn = settings.isOn(Flags.spineText)
        language = settings.text(Flags.textLanguage)
        folders = Folders.textData(surroundings)
        lanes = photos > 1 ? 1 : Machine.processors
        let file = settings.text(Flags.catalogue)
        catalogueFile = file == "none" ? nil : file
    }

    func catalogue() throws(Problem) -> Catalogue? {
        guard isOn, let catalogueFile else { return nil }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(catalogueFile, limit: Catalogue.mostBytes)
        } catch {
            throw Problem(error)
        }
        do throws(CatalogueError) {
            return try Catalogue(csv: bytes)
        } catch {
            throw Problem(error)
        }
    }

    /// - Returns: nil where nothing is to be read.
    func reader(_ catalogue: Catalogue?) throws(TextError) -> (any SpineReader)? {
        guard let languages = try languages() else { return nil }
        return reader(try TextRecognizer(languages), catalogue)
    }

    /// - Returns: nil where nothing is to be read.
    func languages() throws(TextError) -> TextLanguages? {
        isOn ? try TextLanguages(language, folders: folders) : nil
    }

    func reader(_ recognizer: TextRecognizer, _ catalogue: Catalogue?) -> any SpineReader {
        SpineTextReader(recognizer, catalogue: catalogue, lanes: lanes)
    }
}
