import CTesseract

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A recognizer of the library with its data loaded.
///
/// Unchecked, because the compiler knows nothing about pointers: ``TextRecognizer`` lends a handle to one caller at a
/// time, which alone uses it until it is returned. The pointer never changes.
final class RecognizerHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ languages: TextLanguages) throws(TextError) {
        guard espy_tesseract_is_here() else { throw .missingLibrary }
        // Otherwise it would report problems with a picture on standard error.
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

    /// One thread per handle: the library's own threads make it seven times slower, and only the calling thread can
    /// disable them, because OpenMP keeps that number for each thread.
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
        // Any number will do; without one it guesses, and reports that.
        TessBaseAPISetSourceResolution(pointer, 70)
        guard let monitor = TessMonitorCreate() else { throw .failed }
        defer { TessMonitorDelete(monitor) }
        // This thread calls it between words, so it checks the current task.
        TessMonitorSetCancelFunc(monitor) { _, _ in Task.isCancelled }
        let outcome = TessBaseAPIRecognize(pointer, monitor)
        guard !Task.isCancelled else { throw .cancelled }
        // It also fails if there is nothing to read.
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
