import CTesseract
import Synchronization

/// Reads printed words with Tesseract.
///
/// ```swift
/// let recognizer = try TextRecognizer(TextLanguages("eng"))
/// for word in try recognizer.words(on: page, layout: .block) { print(word.text, word.confidence) }
/// ```
///
/// Any number of threads may use it at once. Each of them needs its own data, about 20 MB and 50 ms, which are kept for
/// the next call.
public final class TextRecognizer: Sendable {
    public let languages: TextLanguages

    /// The largest number of pixels of a page.
    public static let mostPixels = 16 << 20

    /// Version of the library; nil if it is not installed.
    public static var version: String? { espy_tesseract_is_here() ? String(cString: TessVersion()) : nil }

    /// Version of Leptonica, which it uses for pictures.
    package static var pictureVersion: String? {
        guard espy_tesseract_is_here(), let name = getLeptonicaVersion() else { return nil }
        defer { lept_free(name) }
        // `leptonica-1.82.0`
        return String(cString: name).split(separator: "-").last.map(String.init)
    }

    private let idle = Mutex<[RecognizerHandle]>([])
    /// The largest number of recognizers to keep.
    private static let mostIdle = 8

    /// Loads the data.
    /// - Throws: ``TextError/missingLibrary`` and ``TextError/badLanguageData(_:folder:)``
    public init(_ languages: TextLanguages) throws(TextError) {
        self.languages = languages
        let first = try RecognizerHandle(languages)
        idle.withLock { $0.append(first) }
    }

    /// Returns the words of a page, line by line. It is slow enough that it should not run on the main thread.
    ///
    /// - Throws: ``TextError``; ``TextError/cancelled`` soon after the calling task was canceled.
    public func words(on page: TextPage, layout: TextPage.Layout) throws(TextError) -> [TextWord] {
        guard page.width > 0, page.height > 0, page.pixels.count <= Self.mostPixels else {
            throw .badSize(width: page.width, height: page.height)
        }
        guard !Task.isCancelled else { throw .cancelled }
        // In one of its modes it would see words on a page of a single color.
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

/// A gray picture to read; 255 is bright.
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

    /// Whether anything can be distinguished from the background.
    var hasContrast: Bool { (pixels.max() ?? 0) - (pixels.min() ?? 0) >= 4 }

    /// The layout of the text.
    public enum Layout: Sendable, Equatable, CaseIterable {
        /// One line, as high as the picture.
        case line
        /// Lines below each other.
        case block
        /// Words anywhere.
        case sparse
        /// Columns, headings and pictures, as on paper or on a screen.
        case page
    }
}

/// A word on a page.
public struct TextWord: Sendable, Equatable {
    /// Without white space; never empty.
    public var text: String
    /// The recognizer's confidence, 0...1. Above 0.9 most words are right, below 0.6 most are wrong.
    public var confidence: Double
    /// Around the word, in pixels of the page, origin top left.
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int
    /// Index of its line on the page, from 0 in reading order.
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
