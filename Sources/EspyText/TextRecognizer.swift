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

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One recognizer of the library with its data loaded.
///
/// Unchecked, for the compiler knows nothing of pointers: ``TextRecognizer`` lends a handle to one caller at a time, and
/// it is used by that caller alone until it is given back. The pointer never changes.
final class RecognizerHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ languages: TextLanguages) throws(TextError) {
        // It would write what is wrong with a picture to standard error.
        _ = setMsgSeverity(6)
        guard let pointer = TessBaseAPICreate() else { throw .failed }
        TessBaseAPISetVariable(pointer, "debug_file", "/dev/null")
        guard TessBaseAPIInit2(pointer, languages.folder, languages.names, OEM_LSTM_ONLY) == 0 else {
            TessBaseAPIDelete(pointer)
            throw .badLanguageData(languages.names, folder: languages.folder)
        }
        self.pointer = pointer
    }

    deinit {
        TessBaseAPIEnd(pointer)
        TessBaseAPIDelete(pointer)
    }

    /// One thread for each handle: the library's own threads make it seven times slower, and can only be held off by
    /// the thread that calls it, for OpenMP keeps that number for each thread.
    static func useOneThread() {
        typealias Function = @convention(c) (Int32) -> Void
        guard let symbol = dlsym(nil, "omp_set_max_active_levels") else { return }
        unsafeBitCast(symbol, to: Function.self)(0)
    }
}

extension RecognizerHandle {
    func words(on page: TextPage, layout: TextPage.Layout) throws(TextError) -> [TextWord] {
        Self.useOneThread()
        TessBaseAPISetPageSegMode(pointer, layout.mode)
        page.pixels.withUnsafeBufferPointer { bytes in
            TessBaseAPISetImage(
                pointer, bytes.baseAddress, Int32(page.width), Int32(page.height), 1, Int32(page.width))
        }
        defer { TessBaseAPIClear(pointer) }
        // Any number will do, or it guesses one and says so.
        TessBaseAPISetSourceResolution(pointer, 70)
        guard let monitor = TessMonitorCreate() else { throw .failed }
        defer { TessMonitorDelete(monitor) }
        // Called by this thread between words, so it is this task that is asked.
        TessMonitorSetCancelFunc(monitor) { _, _ in Task.isCancelled }
        let outcome = TessBaseAPIRecognize(pointer, monitor)
        guard !Task.isCancelled else { throw .cancelled }
        // It fails as well where there is nothing to read.
        return outcome == 0 ? read() : []
    }

    private func read() -> [TextWord] {
        guard let iterator = TessBaseAPIGetIterator(pointer) else { return [] }
        defer { TessResultIteratorDelete(iterator) }
        var words: [TextWord] = []
        var line = -1
        repeat {
            let place = TessResultIteratorGetPageIterator(iterator)
            if TessPageIteratorIsAtBeginningOf(place, RIL_TEXTLINE) != 0 { line += 1 }
            guard let text = Self.text(iterator) else { continue }
            var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            guard TessPageIteratorBoundingBox(place, RIL_WORD, &left, &top, &right, &bottom) != 0 else { continue }
            let confidence = Double(TessResultIteratorConfidence(iterator, RIL_WORD)) / 100
            words.append(
                TextWord(
                    text: text, confidence: min(max(confidence, 0), 1), x: Int(left), y: Int(top),
                    width: Int(right - left), height: Int(bottom - top), line: max(line, 0)))
        } while TessResultIteratorNext(iterator, RIL_WORD) != 0
        return words
    }

    private static func text(_ iterator: OpaquePointer) -> String? {
        guard let bytes = TessResultIteratorGetUTF8Text(iterator, RIL_WORD) else { return nil }
        defer { TessDeleteText(bytes) }
        let text = String(cString: bytes).filter { !$0.isWhitespace }
        return text.isEmpty ? nil : text
    }
}

extension TextPage.Layout {
    fileprivate var mode: TessPageSegMode {
        switch self {
        case .line: PSM_SINGLE_LINE
        case .block: PSM_SINGLE_BLOCK
        case .sparse: PSM_SPARSE_TEXT
        case .page: PSM_AUTO
        }
    }
}
