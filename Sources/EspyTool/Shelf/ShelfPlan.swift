import Espy
import EspyApp
import EspyHTTP
import EspyStore
import EspySystem
import EspyText

/// What `espy shelf` was asked to do.
struct ShelfPlan: Sendable {
    let run: RunPlan
    let options: ShelfOptions
    let text: SpineText
    let history: HistoryRecorder
    /// Frames per second of a film that are looked at, at most.
    let filmRate: Int
    /// The form of a catalogue that the books are wanted in.
    let table: BookTableForm?
    /// Where the shelves stand.
    let place: ShelfPlace?

    /// - Parameters:
    ///   - photos: how many are looked at in all; nil for the operands.
    ///   - history: nil for what the settings say.
    init(
        _ invocation: Invocation, _ settings: Settings, _ surroundings: Surroundings, photos: Int? = nil,
        history: HistoryRecorder? = nil
    ) throws {
        run = try RunPlan(invocation, settings, surroundings)
        options = settings.shelfOptions
        text = SpineText(settings, surroundings, photos: photos ?? run.inputs.count, encoding: invocation.encoding)
        self.history = history ?? HistoryRecorder(settings, surroundings.environment)
        filmRate = Int(settings.text(.filmRate)) ?? 15
        table = invocation.value(Flags.bookTable).flatMap(BookTableForm.init)
        place = invocation.value(Flags.shelfPlace).flatMap(ShelfPlace.init)
        if place != nil, history == nil, !settings.isOn(.history) {
            throw UsageError(
                "--place is kept in the history, which is off; leave it out, or say --history", command: run.command)
        }
        if table != nil, run.json || run.results != nil {
            throw UsageError("--table and JSON are two answers; choose one", command: run.command)
        }
        if table != nil, case .folder = run.csv {
            throw UsageError(
                "--table gives one table for all inputs; give --csv the name of a file", command: run.command)
        }
        guard run.photo == nil || !run.inputs.contains(where: FilmSource.isFilm) else {
            throw UsageError("-o draws on photos; leave it out for films", command: run.command)
        }
    }
}

/// What `espy shelf` reads spines with, by the settings.
struct SpineText: Sendable {
    private let isOn: Bool
    private let language: String
    private let surroundings: Surroundings
    private let lanes: Int
    /// Photos that are read at the same time.
    private let callers: Int
    /// Nil where there is no list of books.
    let catalogueFile: String?
    private let encoding: TextEncoding?

    /// - Parameter photos: how many; several are read at the same time, with one processor for each.
    init(_ settings: Settings, _ surroundings: Surroundings, photos: Int, encoding: TextEncoding? = nil) {
        isOn = settings.isOn(.spineText)
        language = settings.text(.textLanguage)
        self.surroundings = surroundings
        callers = min(photos, surroundings.processors)
        lanes = photos > 1 ? 1 : surroundings.processors
        let file = settings.text(.catalogue)
        catalogueFile = file == "none" ? nil : file
        self.encoding = encoding
    }

    /// A list of the user, or a file of “espy shelf catalog build”.
    func catalogue() throws(Problem) -> (any BookMatcher)? {
        guard isOn, let catalogueFile else { return nil }
        if Self.isStore(catalogueFile) {
            do throws(StoreError) {
                return try BookStore(catalogueFile)
            } catch {
                throw Problem(error)
            }
        }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(catalogueFile, limit: Catalogue.mostBytes)
        } catch {
            throw Problem(error)
        }
        do throws(CatalogueError) {
            return try Catalogue(csv: bytes, encoding: encoding)
        } catch {
            throw Problem(error)
        }
    }

    private static func isStore(_ path: String) -> Bool {
        guard let file = fopen(path, "rb") else { return false }
        defer { fclose(file) }
        var start = [UInt8](repeating: 0, count: BookStore.magic.count)
        return fread(&start, 1, start.count, file) == start.count && start == BookStore.magic
    }

    /// The languages to read; nil where nothing is to be read.
    var languages: String? { isOn ? language : nil }

    /// - Parameter isLive: one processor reads, for the others follow the books meanwhile.
    /// - Returns: nil where nothing is to be read.
    func engines(isLive: Bool = false) throws(TextError) -> TextEngines? {
        guard isOn else { return nil }
        return try TextEngines.load(language, surroundings.environment, callers: isLive ? 1 : lanes > 1 ? nil : callers)
    }

    /// - Parameter isLive: for the frames of a camera or a film, a few spines at a time, beside which others are followed.
    func reader(_ engines: TextEngines, _ catalogue: (any BookMatcher)?, isLive: Bool = false) -> (any SpineReader)? {
        if let whole = engines.whole {
            return SpineLineReader(whole, catalogue: catalogue, limits: isLive ? .frame : TextLimits())
        }
        return engines.recognizer.map { SpineTextReader($0, catalogue: catalogue, lanes: lanes) }
    }
}

extension TextLimits {
    /// Of a few spines of a frame: so little that it is done within a second on one processor.
    static let frame = TextLimits(longSide: 960, shortSide: 480, lines: 16)
}
