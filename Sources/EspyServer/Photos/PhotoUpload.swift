import Espy
package import EspyHTTP
import EspySystem
import Foundation

/// Receives an upload, writes it to disk in parts, and checks its header.
struct PhotoUpload: Sendable {
    let folder: String
    let limits: PhotoLimits
    let pictures: PictureQueue

    /// - Parameter id: The identifier of the new photo.
    func receive(_ request: Request, id: String) async throws(HTTPProblem) -> Photo {
        let (file, name) = try await received(request)
        let info = try await pictures.run(bytes: file.size) { [limits] () throws(HTTPProblem) in
            try Self.checkedInfo(of: file, limits)
        }
        return Photo(id: id, name: PhotoName.safe(request.query["name"] ?? name), info, file: file)
    }

    private func received(_ request: Request) async throws(HTTPProblem) -> (OpenFile, name: String?) {
        let type = MediaType(request.headers["Content-Type"] ?? "application/octet-stream")
        if type?.name == "multipart/form-data" { return try await receivedForm(request, type?.parameters["boundary"]) }
        guard let type, type.name.hasPrefix("image/") || type.name == "application/octet-stream" else {
            throw .unsupportedMediaType("the bytes of a picture, or a form with one file")
        }
        if let length = request.body.length, length > limits.bytes { throw .tooLarge(limit: limits.bytes) }
        var file = try AnonymousFile(in: folder)
        var pieces = request.body.makeAsyncIterator()
        while let piece = try await pieces.next() {
            guard file.count + piece.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
            try file.append(piece)
        }
        return (try file.finished(), nil)
    }

    private func receivedForm(
        _ request: Request, _ boundary: String?
    ) async throws(HTTPProblem) -> (OpenFile, name: String?) {
        guard let boundary, var form = MultipartParser(boundary: boundary) else {
            throw .badRequest("the form has no usable boundary")
        }
        // The multipart headers around the file are small.
        let most = limits.bytes + (1 << 16)
        if let length = request.body.length, length > most { throw .tooLarge(limit: limits.bytes) }
        var file = try AnonymousFile(in: folder)
        var name: String?
        var pieces = request.body.makeAsyncIterator()
        while let piece = try await pieces.next() {
            for event in try Self.events(&form, piece) {
                switch event {
                case .file(let given): name = given
                case .data(let bytes):
                    guard file.count + bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
                    try file.append(bytes)
                }
            }
        }
        guard form.isComplete else { throw .badRequest("the form ends too early, or has no file") }
        return (try file.finished(), name)
    }

    private static func events(
        _ form: inout MultipartParser, _ piece: [UInt8]
    ) throws(HTTPProblem) -> [MultipartParser.Event] {
        do throws(MultipartParser.Failure) {
            return try form.take(piece)
        } catch {
            throw .badRequest(error.text)
        }
    }

    /// Reads the header, and checks that the picture is not too large to decode.
    static func checkedInfo(of file: OpenFile, _ limits: PhotoLimits, page: Int = 1) throws(HTTPProblem) -> ImageInfo {
        let info = try info(of: file, limits, page)
        let (pixels, overflow) = info.storedWidth.multipliedReportingOverflow(by: info.storedHeight)
        let most = info.isHeldWhole ? min(limits.pixels, limits.wholePixels) : limits.pixels
        guard !overflow, pixels <= most else {
            throw HTTPProblem(ImageError.tooManyPixels(width: info.width, height: info.height, limit: most))
        }
        return info
    }

    /// Reads the header. That of a JPEG file is at its beginning, which saves reading the rest.
    private static func info(of file: OpenFile, _ limits: PhotoLimits, _ page: Int) throws(HTTPProblem) -> ImageInfo {
        let decoder = ImageDecoder(options: DecodingOptions(maxBytes: limits.bytes, page: page))
        if let start = file.bytes(atMost: 256 << 10), let info = decoder.info(ofStart: start) { return info }
        guard let bytes = file.bytes() else { throw .internalError }
        do throws(ImageError) {
            return try decoder.info(of: bytes)
        } catch {
            throw HTTPProblem(error)
        }
    }
}

/// A temporary file that only this process can access.
package struct AnonymousFile: ~Copyable {
    private let file: DiskFile
    package private(set) var count = 0

    /// Such files have a name with this prefix for a moment.
    private static let prefix = ".espy-photo-"

    /// Deletes files of processes that were killed in that moment.
    package static func sweep(_ folder: String) { StaleFiles.sweep(folder, prefix: prefix, olderThan: 3600) }

    /// - Parameter folder: A folder on the disk for the file.
    package init(in folder: String) throws(HTTPProblem) {
        do throws(FileError) {
            file = try DiskFile.nameless(in: folder, prefix: Self.prefix)
        } catch {
            throw Self.problem(error)
        }
    }

    /// Takes ownership of a descriptor that is open for writing.
    package init(adopting descriptor: Int32) { file = DiskFile(adopting: descriptor, path: "") }

    package mutating func append(_ bytes: some Sequence<UInt8>) throws(HTTPProblem) {
        let bytes = Array(bytes)
        do throws(FileError) { try file.write(bytes) } catch { throw Self.problem(error) }
        count += bytes.count
    }

    /// Reopens the file for reading.
    package consuming func finished() throws(HTTPProblem) -> OpenFile {
        do throws(FileError) {
            guard let open = OpenFile(adopting: try file.duplicate()) else { throw FileError(file.path, .special) }
            return open
        } catch {
            throw Self.problem(error)
        }
    }

    private static func problem(_ error: FileError) -> HTTPProblem {
        switch error.code {
        case ENOSPC, EDQUOT: .diskFull
        case EMFILE, ENFILE: .busy
        default:
            HTTPProblem(
                500, "no-room", "The photo could not be put down.",
                detail: "the temporary folder cannot be written to (\(error.reason))")
        }
    }
}
