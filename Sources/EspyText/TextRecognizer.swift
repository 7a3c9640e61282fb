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

    /// Version of the library; nil where it is not installed.
    public static var version: String? { espy_tesseract_is_here() ? String(cString: TessVersion()) : nil }

    /// Version of Leptonica, which handles pictures for it.
    package static var pictureVersion: String? {
        guard espy_tesseract_is_here(), let name = getLeptonicaVersion() else { return nil }
        defer { lept_free(name) }
        // `leptonica-1.82.0`
        return String(cString: name).split(separator: "-").last.map(String.init)
    }

    private let idle = Mutex<[RecognizerHandle]>([])
    /// How many are kept.
    private static let mostIdle = 8

    /// Loads the data.
    /// - Throws: ``TextError/missingLibrary`` and ``TextError/badLanguageData(_:folder:)``
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

/// A picture in gray, to be read: bright is 255.
public struct TextPage: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// Row by row from the top, `width` × `height` of them.
    public let pixels: [UInt8]

    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Whether anything could be told from its ground.
    var hasContrast: Bool { (pixels.max() ?? 0) - (pixels.min() ?? 0) >= 4 }

    /// How the text is laid out.
    public enum Layout: Sendable, Equatable, CaseIterable {
        /// One line, as high as the picture.
        case line
        /// Lines below each other.
        case block
        /// Words anywhere.
        case sparse
        /// Columns, headings and pictures, as they stand on paper or on a screen.
        case page
    }
}

/// A word as it stands on a page.
public struct TextWord: Sendable, Equatable {
    /// Without white space; never empty.
    public var text: String
    /// What the recognizer thinks of it, 0...1. Above 0.9 most words are right, below 0.6 most are wrong.
    public var confidence: Double
    /// Around the word, in pixels of the page, origin top left.
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int
    /// Which line of the page it is in, counted from 0 in the order of reading.
    public var line: Int

    public init(text: String, confidence: Double, x: Int, y: Int, width: Int, height: Int, line: Int) {
        self.text = text
        self.confidence = confidence
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.line = line
    }
}
