package import Espy
import EspyInference
import EspyStore
package import EspySystem
package import EspyText
import Foundation

/// How to read spines, from the settings.
package struct SpineText: Sendable {
    private let isOn: Bool
    private let language: String
    private let environment: AppEnvironment
    private let lanes: Int
    /// The number of photos to read in parallel.
    private let callers: Int
    /// Nil if there is no list of books.
    package let catalogFile: String?
    private let encoding: TextEncoding?

    /// - Parameters:
    ///   - photos: The number of photos; several are read in parallel, on one processor each.
    ///   - encoding: The encoding of the list of books; nil to detect it.
    package init(_ settings: Settings, _ environment: AppEnvironment, photos: Int, encoding: TextEncoding? = nil) {
        isOn = settings.isOn(.spineText)
        language = settings.text(.textLanguage)
        self.environment = environment
        callers = min(photos, environment.processors)
        lanes = photos > 1 ? 1 : environment.processors
        let file = settings.text(.catalog)
        catalogFile = file == "none" ? nil : file
        self.encoding = encoding
    }

    /// The user's list, or a file of “espy shelf catalog build”.
    package func catalog() throws(Problem) -> (any BookMatcher)? {
        guard isOn, let catalogFile else { return nil }
        if Self.isStore(catalogFile) {
            do throws(StoreError) {
                return try BookStore(catalogFile)
            } catch {
                throw Problem(error)
            }
        }
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(catalogFile, limit: Catalog.mostBytes)
        } catch {
            throw Problem(error)
        }
        do throws(CatalogError) {
            return try Catalog(csv: bytes, encoding: encoding)
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

    /// The languages to read; nil if reading is turned off.
    var languages: String? { isOn ? language : nil }

    /// Loads the readers.
    ///
    /// - Parameter isLive: Reads on one processor, because the others track the books meanwhile.
    /// - Returns: nil if reading is turned off.
    package func readers(isLive: Bool = false) throws(TextError) -> SpineReaders? {
        guard isOn else { return nil }
        let callers = isLive ? 1 : lanes > 1 ? nil : callers
        let engines = try TextEngines.load(language, environment, callers: callers)
        let (words, problem) = words()
        let notes = [engines.note, problem.map { "words are not looked up: \($0.message)" }].compactMap(\.self)
        return SpineReaders(
            note: notes.isEmpty ? nil : notes.joined(separator: "; "), isComplete: engines.whole != nil
        ) { [lanes] catalog, isLive in
            if let whole = engines.whole {
                return SpineLineReader(
                    whole, catalog: catalog, words: words, limits: isLive ? .frame : TextLimits())
            }
            return engines.recognizer.map { SpineTextReader($0, catalog: catalog, words: words, lanes: lanes) }
        }
    }
}

extension SpineText {
    /// Loads the word list. A broken one is a problem; without one, only letters decide how sure a text is.
    private func words() -> (WordList?, Problem?) {
        guard let store = try? ModelStore(environment) else { return (nil, nil) }
        do throws(InferenceError) {
            return (try WordList(folders: store.library.folders), nil)
        } catch {
            return (nil, Problem(error))
        }
    }
}

/// The readers of spines, loaded once for any list of books.
package struct SpineReaders: Sendable {
    /// Why installed networks are not used; nil if there is no problem.
    package let note: String?
    /// Whether nothing that can be installed would read better.
    package let isComplete: Bool
    private let make: @Sendable ((any BookMatcher)?, Bool) -> (any SpineReader)?

    package init(
        note: String? = nil, isComplete: Bool = true,
        make: @escaping @Sendable (_ catalog: (any BookMatcher)?, _ isLive: Bool) -> (any SpineReader)?
    ) {
        (self.note, self.isComplete, self.make) = (note, isComplete, make)
    }

    /// - Parameters:
    ///   - catalog: Identifies the books.
    ///   - isLive: For frames of a camera or video: reads a few spines at a time while others are tracked.
    package func reader(_ catalog: (any BookMatcher)?, isLive: Bool = false) -> (any SpineReader)? {
        make(catalog, isLive)
    }
}

extension TextLimits {
    /// For a few spines of a frame: small enough to be read within a second on one processor.
    fileprivate static let frame = TextLimits(longSide: 960, shortSide: 480, lines: 16)
}
