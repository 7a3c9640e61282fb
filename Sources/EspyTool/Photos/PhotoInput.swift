import Espy
import EspyCodecs
import EspyHTTP
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

    /// What messages, the `file` column and JSON call it.
    var name: String {
        switch self {
        case .file(let path): path
        case .standardInput: "-"
        case .bytes(_, let name): name
        case .unusable(let error): error.path
        case .bareFolder(let path): path
        }
    }

    /// What names of new files are made of.
    var stem: String {
        switch self {
        case .standardInput: "stdin"
        default: Path.stem(of: name)
        }
    }

    /// Extensions of photos, for folders: a file that is named is tried whatever it is called.
    static let extensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "heic", "heif", "hif", "avif", "webp", "bmp", "tif", "tiff", "gif", "dng",
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
        try Self.check(bytes, room: surroundings.decodingMemory)
        return bytes
    }

    private func allBytes(_ surroundings: Surroundings) throws(Problem) -> [UInt8] {
        do throws(FileError) {
            switch self {
            case .file(let path): return try Files.read(path)
            case .standardInput: return try surroundings.input.readAll(limit: Files.inputLimit, name: "-")
            case .bytes(let bytes, _): return bytes
            case .unusable(let error): throw error
            case .bareFolder: break
            }
        } catch {
            if error.cause == .system(ENOENT), error.path.contains("\u{FFFD}") { throw .foreignName }
            throw Problem(error)
        }
        throw .noPhotos
    }

    /// The picture in its whole size, upright.
    func picture(_ surroundings: Surroundings) throws(Problem) -> RGBImage {
        let bytes = try bytes(surroundings)
        do throws(ImageError) {
            return try ImageDecoder().decode(bytes)
        } catch {
            throw Problem(error)
        }
    }
}
