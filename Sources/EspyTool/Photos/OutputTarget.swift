import Espy
import EspyApp
import EspyCodecs
import EspyHTTP
import EspyPixels
import EspySystem

/// Where a result goes.
enum OutputTarget: Sendable, Equatable {
    case file(String)
    case folder(String)

    /// - Returns: nil without a path.
    init?(_ path: String?, for command: String) throws(UsageError) {
        guard let path else { return nil }
        guard path != "-" else {
            throw UsageError("-o and --csv need the name of a file or a folder, not -", command: command)
        }
        self = path.hasSuffix("/") || Files.isFolder(path) ? .folder(path) : .file(path)
    }

    /// Writes an annotated photo: to the named file by its extension, or as `STEM.annotated.jpg` into the folder.
    /// - Returns: the path that was taken.
    func write(_ image: RGBImage, stem: String) throws -> String {
        switch self {
        case .file(let path):
            let bytes = try Self.encoded(image, PhotoFormat(path) ?? .jpeg)
            try writing { () throws(FileError) in try AtomicFile.replace(path, with: bytes) }
            return path
        case .folder(let folder):
            return try create(in: folder, stem: "\(stem).annotated", ext: "jpg", try Self.encoded(image, .jpeg))
        }
    }

    /// Writes a new file into the folder, under a name that is not taken; a single file is not written here.
    func writeTable(_ text: String, stem: String) throws -> String? {
        guard case .folder(let folder) = self else { return nil }
        return try create(in: folder, stem: stem, ext: "csv", Array(text.utf8))
    }

    private func create(in folder: String, stem: String, ext: String, _ bytes: [UInt8]) throws -> String {
        try writing { () throws(FileError) in
            try Files.makeFolder(folder)
            return try AtomicFile.create(in: folder, stem: stem, ext: ext, bytes)
        }
    }

    private func writing<Value>(_ work: () throws(FileError) -> Value) throws -> Value {
        do throws(FileError) {
            return try work()
        } catch {
            throw WriteError(error: error)
        }
    }

    private static func encoded(_ image: RGBImage, _ format: PhotoFormat) throws(Problem) -> [UInt8] {
        do throws(ImageError) {
            switch format {
            case .jpeg: return try ImageEncoder.jpeg(image)
            case .png: return try ImageEncoder.png(image)
            }
        } catch {
            throw Problem(error)
        }
    }
}

/// A result that was there but could not be written.
struct WriteError: Error {
    let error: FileError
}

/// How the annotated photo is stored.
enum PhotoFormat {
    case jpeg
    case png

    init?(_ path: String) {
        switch Path.fileExtension(of: path) {
        case "jpg", "jpeg": self = .jpeg
        case "png": self = .png
        default: return nil
        }
    }
}
