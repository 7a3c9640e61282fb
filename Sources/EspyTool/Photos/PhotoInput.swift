import Espy
import EspyApp
import EspyCodecs
import EspyPixels
import EspySystem

/// A photo to read, or an unusable operand.
enum PhotoInput: Sendable {
    case file(String)
    case standardInput
    /// Bytes from the caller.
    case bytes([UInt8], name: String)
    case unusable(FileError)
    /// A folder without photos.
    case bareFolder(String)
    /// One picture of a file with several, from 1.
    indirect case page(Int, of: PhotoInput)

    /// The name in messages, JSON and the `file` column.
    var name: String {
        switch self {
        case .file(let path): path
        case .standardInput: "-"
        case .bytes(_, let name): name
        case .unusable(let error): error.path
        case .bareFolder(let path): path
        case .page(let number, let input): "\(input.name) page \(number)"
        }
    }

    /// The base name for output files.
    var stem: String {
        switch self {
        case .standardInput, .bytes(_, "-"): "stdin"
        case .page(let number, let input): "\(input.stem) page \(number)"
        default: Path.stem(of: name)
        }
    }

    /// The path, if it is a file.
    var path: String? {
        switch self {
        case .file(let path): path
        case .page(_, let input): input.path
        default: nil
        }
    }

    /// The number of the picture in the file; nil if not specified.
    var page: Int? {
        if case .page(let number, _) = self { number } else { nil }
    }

    /// Extensions that are searched for in folders. A file that is named explicitly is tried whatever its extension.
    static let extensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "heic", "heif", "hif", "avif", "webp", "bmp", "tif", "tiff", "gif", "dng",
        "mpo", "apng", "heics", "avifs", "btf", "tf8",
    ]

    /// Expands operands in order. A folder becomes its photos, sorted by name and without subfolders.
    static func expand(_ operands: [String]) -> [PhotoInput] {
        operands.flatMap { operand -> [PhotoInput] in
            if operand == "-" { return [.standardInput] }
            return Files.isFolder(operand) ? photos(in: operand) : [.file(operand)]
        }
    }

    private static func photos(in folder: String) -> [PhotoInput] {
        do throws(FileError) {
            let names = try Files.names(in: folder).filter { extensions.contains(Path.fileExtension(of: $0)) }
            if names.isEmpty { return [.bareFolder(folder)] }
            return names.map { .file(Path.join(folder, $0)) }
        } catch {
            return [.unusable(error)]
        }
    }
}

extension PhotoInput {
    /// Reads the file, if its picture can be decoded with the available memory.
    func bytes(_ process: ProcessEnvironment) throws(Problem) -> [UInt8] {
        let bytes = try allBytes(process)
        try check(bytes, room: process.environment.decodingMemory)
        return bytes
    }

    private func allBytes(_ process: ProcessEnvironment) throws(Problem) -> [UInt8] {
        if case .page(_, let input) = self { return try input.allBytes(process) }
        do throws(FileError) {
            switch self {
            case .file(let path): return try Files.read(path)
            case .standardInput: return try process.input.readAll(limit: Files.inputLimit, name: "-")
            case .bytes(let bytes, _): return bytes
            case .unusable(let error): throw error
            case .bareFolder, .page: break
            }
        } catch {
            if error.cause == .system(ENOENT), error.path.contains("\u{FFFD}") { throw .foreignName }
            throw Problem(error)
        }
        throw .noPhotos
    }

    /// The full-size upright picture.
    func picture(_ process: ProcessEnvironment) throws(Problem) -> RGBImage {
        try decoded(process) { (decoder, bytes) throws(ImageError) in try decoder.decode(bytes) }
    }

    /// The full-size upright picture, with its page in the file. A damaged file is decoded as far as possible.
    func photo(_ process: ProcessEnvironment) throws(Problem) -> DecodedPhoto {
        try decoded(process) { (decoder, bytes) throws(ImageError) in try decoder.decodePhoto(bytes) }
    }

    /// The same, split into brightness and color.
    func splitPhoto(_ process: ProcessEnvironment) throws(Problem) -> (image: SplitImage, source: PictureSource) {
        try decoded(process) { (decoder, bytes) throws(ImageError) in try decoder.decodeSplit(bytes) }
    }

    private func decoded<Picture>(
        _ process: ProcessEnvironment, _ work: (ImageDecoder, [UInt8]) throws(ImageError) -> Picture
    ) throws(Problem) -> Picture {
        let bytes = try bytes(process)
        do throws(ImageError) {
            return try work(ImageDecoder(options: DecodingOptions(page: page ?? 1)), bytes)
        } catch {
            throw Problem(error)
        }
    }
}
