import Espy
import EspyApp
import EspyCodecs
import EspyPixels
import EspySystem

/// One photo to read, or an operand that led to none.
enum PhotoInput: Sendable {
    case file(String)
    case standardInput
    /// Bytes that somebody handed over.
    case bytes([UInt8], name: String)
    case unusable(FileError)
    /// A folder without a photo in it.
    case bareFolder(String)
    /// One of the pictures of a file, from 1.
    indirect case page(Int, of: PhotoInput)

    /// What messages, the `file` column and JSON call it.
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

    /// What names of new files are made of.
    var stem: String {
        switch self {
        case .standardInput, .bytes(_, "-"): "stdin"
        case .page(let number, let input): "\(input.stem) page \(number)"
        default: Path.stem(of: name)
        }
    }

    /// The file, where there is one.
    var path: String? {
        switch self {
        case .file(let path): path
        case .page(_, let input): input.path
        default: nil
        }
    }

    /// Which picture of the file is meant; nil where nobody said so.
    var page: Int? {
        if case .page(let number, _) = self { number } else { nil }
    }

    /// Extensions of photos, for folders: a file that is named is tried whatever it is called.
    static let extensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "heic", "heif", "hif", "avif", "webp", "bmp", "tif", "tiff", "gif", "dng",
        "mpo", "apng", "heics", "avifs", "btf", "tf8",
    ]

    /// Every operand in its place; a folder stands for its photos by name, not for those of folders inside it.
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
    /// The file, if its picture can be decoded in the memory that there is for that.
    func bytes(_ surroundings: Surroundings) throws(Problem) -> [UInt8] {
        let bytes = try allBytes(surroundings)
        try check(bytes, room: surroundings.environment.decodingMemory)
        return bytes
    }

    private func allBytes(_ surroundings: Surroundings) throws(Problem) -> [UInt8] {
        if case .page(_, let input) = self { return try input.allBytes(surroundings) }
        do throws(FileError) {
            switch self {
            case .file(let path): return try Files.read(path)
            case .standardInput: return try surroundings.input.readAll(limit: Files.inputLimit, name: "-")
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

    /// The picture in its whole size, upright.
    func picture(_ surroundings: Surroundings) throws(Problem) -> RGBImage {
        try decoded(surroundings) { (decoder, bytes) throws(ImageError) in try decoder.decode(bytes) }
    }

    /// The same, and which picture of its file it is. Of a damaged file, what can be shown of it.
    func photo(_ surroundings: Surroundings) throws(Problem) -> DecodedPhoto {
        try decoded(surroundings) { (decoder, bytes) throws(ImageError) in try decoder.decodePhoto(bytes) }
    }

    private func decoded<Picture>(
        _ surroundings: Surroundings, _ work: (ImageDecoder, [UInt8]) throws(ImageError) -> Picture
    ) throws(Problem) -> Picture {
        let bytes = try bytes(surroundings)
        do throws(ImageError) {
            return try work(ImageDecoder(options: DecodingOptions(page: page ?? 1)), bytes)
        } catch {
            throw Problem(error)
        }
    }
}
