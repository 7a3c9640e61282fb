package import Espy
import EspyStore
package import EspySystem
package import EspyText
import Foundation

/// What spines are read with, by the settings.
package struct SpineText: Sendable {
    private let isOn: Bool
    private let language: String
    private let environment: AppEnvironment
    private let lanes: Int
    /// Photos that are read at the same time.
    private let callers: Int
    /// Nil where there is no list of books.
    package let catalogueFile: String?
    private let encoding: TextEncoding?

    /// - Parameters:
    ///   - photos: how many; several are read at the same time, with one processor for each.
    ///   - encoding: of the list of books; nil for the one that it seems to have.
    package init(_ settings: Settings, _ environment: AppEnvironment, photos: Int, encoding: TextEncoding? = nil) {
        isOn = settings.isOn(.spineText)
        language = settings.text(.textLanguage)
        self.environment = environment
        callers = min(photos, environment.processors)
        lanes = photos > 1 ? 1 : environment.processors
        let file = settings.text(.catalogue)
        catalogueFile = file == "none" ? nil : file
        self.encoding = encoding
    }

    /// A list of the user, or a file of “espy shelf catalog build”.
    package func catalogue() throws(Problem) -> (any BookMatcher)? {
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

    /// Loads what reads.
    ///
    /// - Parameter isLive: one processor reads, for the others follow the books meanwhile.
    /// - Returns: nil where nothing is to be read.
    package func readers(isLive: Bool = false) throws(TextError) -> SpineReaders? {
        guard isOn else { return nil }
        let callers = isLive ? 1 : lanes > 1 ? nil : callers
        let engines = try TextEngines.load(language, environment, callers: callers)
        let words = (try? ModelStore(environment)).flatMap { WordList(folders: $0.library.folders) }
        return SpineReaders(note: engines.note, isComplete: engines.whole != nil) { [lanes] catalogue, isLive in
            if let whole = engines.whole {
                return SpineLineReader(
                    whole, catalogue: catalogue, words: words, limits: isLive ? .frame : TextLimits())
            }
            return engines.recognizer.map { SpineTextReader($0, catalogue: catalogue, lanes: lanes) }
        }
    }
}

/// Reads what is printed on spines: loaded once, for any list of books.
package struct SpineReaders: Sendable {
    /// Why the networks are not used though they might be; nil where all is well.
    package let note: String?
    /// Nothing that is installed later would read better.
    package let isComplete: Bool
    private let make: @Sendable ((any BookMatcher)?, Bool) -> (any SpineReader)?

    package init(
        note: String? = nil, isComplete: Bool = true,
        make: @escaping @Sendable (_ catalogue: (any BookMatcher)?, _ isLive: Bool) -> (any SpineReader)?
    ) {
        (self.note, self.isComplete, self.make) = (note, isComplete, make)
    }

    /// - Parameters:
    ///   - catalogue: names the books.
    ///   - isLive: for the frames of a camera or a film, a few spines at a time, beside which others are followed.
    package func reader(_ catalogue: (any BookMatcher)?, isLive: Bool = false) -> (any SpineReader)? {
        make(catalogue, isLive)
    }
}

extension TextLimits {
    /// Of a few spines of a frame: so little that it is done within a second on one processor.
    fileprivate static let frame = TextLimits(longSide: 960, shortSide: 480, lines: 16)
}
