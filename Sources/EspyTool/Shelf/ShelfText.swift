import Espy

/// What `espy shelf` reads spines with, by the settings.
struct ShelfText: Sendable {
    private let isOn: Bool
    private let language: String
    private let surroundings: Surroundings
    private let lanes: Int
    /// Photos that are read at the same time.
    private let callers: Int
    /// Nil where there is no list of books.
    let catalogueFile: String?

    /// - Parameter photos: how many; several are read at the same time, with one processor for each.
    init(_ settings: Settings, _ surroundings: Surroundings, photos: Int) {
        isOn = settings.isOn(Flags.spineText)
        language = settings.text(Flags.textLanguage)
        self.surroundings = surroundings
        callers = min(photos, Machine.processors)
        lanes = photos > 1 ? 1 : Machine.processors
        let file = settings.text(Flags.catalogue)
        catalogueFile = file == "none" ? nil : file
    }

    /// Where the data of languages may lie: `TESSDATA_PREFIX` names a folder of them, or the one above it.
    static func folders(_ surroundings: Surroundings) -> [String] {
        let named = surroundings.variable("TESSDATA_PREFIX").map { [$0, Path.join($0, "tessdata")] }
        return named ?? TextLanguages.usualFolders
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

    /// The languages to read; nil where nothing is to be read.
    var languages: String? { isOn ? language : nil }

    /// - Parameter isLive: one processor reads, for the others follow the books meanwhile.
    /// - Returns: nil where nothing is to be read.
    func engines(isLive: Bool = false) throws(TextError) -> TextEngines? {
        guard isOn else { return nil }
        return try TextEngines.load(language, surroundings, callers: isLive ? 1 : lanes > 1 ? nil : callers)
    }

    /// - Parameter isLive: for the frames of a camera or a film, a few spines at a time, beside which others are followed.
    func reader(_ engines: TextEngines, _ catalogue: Catalogue?, isLive: Bool = false) -> (any SpineReader)? {
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
