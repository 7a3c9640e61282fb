import Espy

/// What `espy shelf` reads spines with, by the settings.
struct ShelfText: Sendable {
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
        folders = Self.folders(surroundings)
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
