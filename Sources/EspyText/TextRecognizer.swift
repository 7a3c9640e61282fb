import CTesseract
import Synchronization

/// Reads printed words, with Tesseract.
///
/// ```swift
/// let recognizer = try TextRecognizer(TextLanguages("eng"))
/// for word in try recognizer.words(on: page, layout: .block) { print(word.text, word.confidence) }
/// ```
///
/// It may be used by any number of threads at once. Each of them needs data of its own, about 20 MB and 50 ms, which
/// are kept for the next call.
public final class TextRecognizer: Sendable {
    public let languages: TextLanguages

    /// A larger page is not tried.
    public static let mostPixels = 16 << 20

    /// Version of the library.
    public static var version: String { String(cString: TessVersion()) }

    /// Version of Leptonica, which handles pictures for it.
    package static var pictureVersion: String {
        guard let name = getLeptonicaVersion() else { return "?" }
        defer { lept_free(name) }
        // `leptonica-1.82.0`
        return String(cString: name).split(separator: "-").last.map(String.init) ?? "?"
    }

    private let idle = Mutex<[RecognizerHandle]>([])
    /// How many are kept.
    private static let mostIdle = 8

    /// Loads the data.
    /// - Throws: ``TextError/badLanguageData(_:folder:)``
    public init(_ languages: TextLanguages) throws(TextError) {
        self.languages = languages
        let first = try RecognizerHandle(languages)
        idle.withLock { $0.append(first) }
    }

    /// The words of a page, line by line. Takes long enough to be called off the main thread.
    ///
    /// - Throws: ``TextError``; ``TextError/cancelled`` soon after the task that calls it was cancelled.
    public func words(on page: TextPage, layout: TextPage.Layout) throws(TextError) -> [TextWord] {
        guard page.width > 0, page.height > 0, page.pixels.count <= Self.mostPixels else {
            throw .badSize(width: page.width, height: page.height)
        }
        guard !Task.isCancelled else { throw .cancelled }
        // On a page of one color it would see words in one of its modes.
        guard page.hasContrast else { return [] }
        let handle = try borrowed()
        defer { giveBack(handle) }
        return try handle.words(on: page, layout: layout)
    }

    private func borrowed() throws(TextError) -> RecognizerHandle {
        if let handle = idle.withLock({ $0.popLast() }) { return handle }
        return try RecognizerHandle(languages)
    }

    private func giveBack(_ handle: RecognizerHandle) {
        idle.withLock { if $0.count < Self.mostIdle { $0.append(handle) } }
    }
}
