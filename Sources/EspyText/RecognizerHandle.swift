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
