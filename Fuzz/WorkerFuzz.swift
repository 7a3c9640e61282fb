// Support: Input
// Modules: DataMatrix EspyBase EspyPixels EspySystem EspyStore CHEIF EspyCodecs COpenVINO EspyInference CZXing EspyCodes EspyBarcode EspySheets CTesseract EspyText EspyCount EspyRack EspyShelf EspyGallery EspyHistory Espy EspyTrials EspyApp
// Sources: Sources/EspyTool/Worker/WorkerFrame.swift
// Longest input: 4096

/// Feeds random bytes to a worker in pieces of any length. The frames must be the same as from one piece, no more may
/// be
/// buffered than was sent, and announced lengths must not be trusted.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWorker(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let piece = 1 + Int(input.next())
    let mostBytes = input.below(2_048)
    let bytes = input.rest()
    let whole = Reading(bytes, piece: max(bytes.count, 1), mostBytes)
    let parts = Reading(bytes, piece: piece, mostBytes)
    precondition(whole == parts)
    let kept = whole.frames.reduce(0) { sum, frame in
        guard case .bytes(let bytes) = frame.content else { return sum }
        precondition(bytes.count <= mostBytes)
        return sum + bytes.count
    }
    precondition(kept <= bytes.count)
    return 0
}

/// The frames and errors read from an input.
private struct Reading: Equatable {
    var frames: [WorkerFrame] = []
    var error: WorkerFrameError?

    init(_ bytes: [UInt8], piece: Int, _ mostBytes: Int) {
        var parser = WorkerFrameParser(mostBytes: mostBytes)
        var rest = bytes[...]
        do throws(WorkerFrameError) {
            while !rest.isEmpty {
                parser.feed(rest.prefix(piece))
                rest = rest.dropFirst(piece)
                while let frame = try parser.next() { frames.append(frame) }
            }
            try parser.finish()
        } catch {
            self.error = error
        }
    }
}
