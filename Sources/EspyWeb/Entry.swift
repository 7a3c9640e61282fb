import EspyBarcode
import EspyBase
import EspyCount
import EspyInference
import EspyPixels
import EspyRack
import EspyShelf

// The functions that a page calls. Strings are passed as UTF-8 in memory that the page can access, and are valid until
// the next call.

/// The answer to the last call.
nonisolated(unsafe) private var answer: [UInt8] = []

/// Allocates memory for the page's data, until ``releaseMemory(_:)``.
@_cdecl("espy_take")
public func takeMemory(_ size: Int32) -> UnsafeMutablePointer<UInt8>? {
    guard size >= 0 else { return nil }
    return UnsafeMutablePointer<UInt8>.allocate(capacity: max(Int(size), 1))
}

@_cdecl("espy_release")
public func releaseMemory(_ memory: UnsafeMutablePointer<UInt8>?) { memory?.deallocate() }

/// The box in front of the camera, and the number of the stream that it was seen in.
nonisolated(unsafe) private var rackFollower: (stream: Int, rack: RackFollower)?

/// Reads a photo of a rack, or a frame of a camera in front of one.
///
/// - Parameters:
///   - pixels: red, green, blue and opacity of each pixel of the upright photo, row by row; this function takes
///     ownership.
///   - request: JSON in the format of ``RackRequest``.
/// - Returns: 1 if the answer is a rack, as in `espy rack --json`, for a frame with `unsure`; 0 if it is an error.
@_cdecl("espy_rack")
public func readRack(
    _ pixels: UnsafeMutablePointer<UInt8>, _ width: Int32, _ height: Int32, _ request: UnsafePointer<UInt8>,
    _ size: Int32
) -> Int32 {
    let photo = Photo(taking: pixels, width: width, height: height)
    return reply { () throws(WebError) in
        let image = try photo.image()
        let request = try RackRequest(parsing: bytes(request, size))
        guard let stream = request.stream else { return try request.answer(of: image) }
        var follower = request.follower
        if let rackFollower, rackFollower.stream == stream { follower = rackFollower.rack }
        // The only reference, so that nothing is copied.
        rackFollower = nil
        defer { rackFollower = (stream, follower) }
        return try request.answer(of: image, by: &follower)
    }
}

/// Reads the barcodes of books and products in a photo.
///
/// - Parameter pixels: as for ``readRack(_:_:_:_:_:)``.
/// - Returns: 1 if the answer is the list of barcodes.
@_cdecl("espy_barcodes")
public func readBarcodes(_ pixels: UnsafeMutablePointer<UInt8>, _ width: Int32, _ height: Int32) -> Int32 {
    let photo = Photo(taking: pixels, width: width, height: height)
    return reply { () throws(WebError) in try BarcodeAnswer.json(of: try photo.image()) }
}

/// The books in front of the camera, and the number of the stream that they were seen in.
nonisolated(unsafe) private var follower: (stream: Int, books: ShelfFollower)?

/// Finds the books in a frame of a camera, and matches them with those found before.
///
/// - Parameters:
///   - pixels: as for ``readRack(_:_:_:_:_:)``.
///   - request: JSON in the format of ``FrameRequest``.
/// - Returns: 1 if the answer is a shelf, as in `espy shelf --json`; 0 if it is an error.
@_cdecl("espy_look")
public func lookAtShelf(
    _ pixels: UnsafeMutablePointer<UInt8>, _ width: Int32, _ height: Int32, _ request: UnsafePointer<UInt8>,
    _ size: Int32
) -> Int32 {
    let photo = Photo(taking: pixels, width: width, height: height)
    return reply { () throws(WebError) in
        let image = try photo.image()
        let request = try FrameRequest(parsing: bytes(request, size))
        var books = request.follower
        if let follower, follower.stream == request.stream { books = follower.books }
        // The only reference, so that nothing is copied.
        follower = nil
        defer { follower = (request.stream, books) }
        return try request.answer(of: image, by: &books)
    }
}

/// Answers a question that needs no photo: a corrected, turned or compared rack, or its tables.
///
/// - Parameter request: JSON in the format of ``RackQuestion``.
@_cdecl("espy_ask")
public func ask(_ request: UnsafePointer<UInt8>, _ size: Int32) -> Int32 {
    reply { () throws(WebError) in try RackQuestion.answer(parsing: bytes(request, size)) }
}

/// Counts the things in a photo.
///
/// - Parameters:
///   - pixels: as for ``readRack(_:_:_:_:_:)``.
///   - request: JSON in the format of ``CountRequest``.
/// - Returns: 1 if the answer is a count, as in `espy count --json`; 0 if it is an error.
@_cdecl("espy_count")
public func countThings(
    _ pixels: UnsafeMutablePointer<UInt8>, _ width: Int32, _ height: Int32, _ request: UnsafePointer<UInt8>,
    _ size: Int32
) -> Int32 {
    let photo = Photo(taking: pixels, width: width, height: height)
    return reply { () throws(WebError) in
        let image = try photo.image()
        return try CountRequest(parsing: bytes(request, size)).answer(of: image, by: try loadedModels())
    }
}

/// The models for counting. What they remember of the latest photos makes another request about one of them fast.
nonisolated(unsafe) private var countModels: CountModels?

private func loadedModels() throws(WebError) -> CountModels {
    if let countModels { return countModels }
    do throws(InferenceError) {
        let loaded = try CountNetworks().models()
        countModels = loaded
        return loaded
    } catch {
        throw WebError(.model(error))
    }
}

/// Answers a question that needs no photo: a corrected count, or its tables.
///
/// - Parameter request: JSON in the format of ``CountQuestion``.
@_cdecl("espy_ask_count")
public func askOfCount(_ request: UnsafePointer<UInt8>, _ size: Int32) -> Int32 {
    reply { () throws(WebError) in try CountQuestion.answer(parsing: bytes(request, size)) }
}

@_cdecl("espy_answer")
public func answerStart() -> UnsafePointer<UInt8>? {
    // The pointer stays valid until the next call: nothing changes the array in between.
    answer.withUnsafeBufferPointer { $0.baseAddress }
}

@_cdecl("espy_answer_size")
public func answerSize() -> Int32 { Int32(answer.count) }

private func bytes(_ start: UnsafePointer<UInt8>, _ size: Int32) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: Int(max(size, 0))))
}

private func reply(_ work: () throws(WebError) -> JSONValue) -> Int32 {
    answer = []
    do {
        answer = Array(try work().text.utf8)
        return 1
    } catch {
        answer = Array(JSONValue(["code": error.code.json, "detail": error.detail.json]).text.utf8)
        return 0
    }
}

/// Barcodes in the format for the page: the keys of `barcodes` in the output of `espy shelf --json`.
private enum BarcodeAnswer {
    static func json(of image: RGBImage) throws(WebError) -> JSONValue {
        do throws(CancellationError) {
            return .array(try BarcodeReader().read(image.gray).map(json))
        } catch {
            throw WebError.cancelled
        }
    }

    private static func json(_ code: Barcode) -> JSONValue {
        JSONValue([
            "value": code.value.json, "symbology": .string(code.symbology.rawValue), "addOn": code.addOn?.json,
            "isbn": code.isbn?.value.json,
            "corners": .array(code.quad.corners.map { JSONValue(["x": $0.x.json, "y": $0.y.json]) }),
        ])
    }
}
