import CTesseract

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
        guard espy_tesseract_is_here() else { throw .missingLibrary }
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
