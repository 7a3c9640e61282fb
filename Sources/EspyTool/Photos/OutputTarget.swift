import Espy
import EspyApp
import EspyCodecs
import EspyPixels
import EspySystem

/// The destination of a result.
enum OutputTarget: Sendable, Equatable {
    case file(String)
    case folder(String)

    /// - Returns: nil if there is no path.
    init?(_ path: String?, for command: String) throws(UsageError) {
        guard let path else { return nil }
        guard path != "-" else {
            throw UsageError("-o and --csv need the name of a file or a folder, not -", command: command)
        }
        self = path.hasSuffix("/") || Files.isFolder(path) ? .folder(path) : .file(path)
    }

    /// Writes an annotated photo: to the named file in the format of its extension, or as `STEM.annotated.jpg` to the
    /// folder.
    /// - Returns: The path of the file.
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

    /// Writes a new file with an unused name to the folder; does nothing for a single file.
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

/// A result could not be written.
struct WriteError: Error {
    let error: FileError
}

/// The file format of the annotated photo.
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

/// A folder with one JSON file per finished photo, so that a later run can skip these photos: the file name identifies
/// the photo and the options.
///
/// The name is `NAME.PATH.STATE.json`, where PATH is a hash of the photo's path, and STATE one of its size, its
/// modification time and all options that affect the result.
struct ResultFolder: Sendable {
    private let path: String
    private let made: String
    /// The existing files, by the part of the name that all results of a photo share.
    private let known: [Substring: [String]]

    /// - Parameters:
    ///   - command: The command that made the results.
    ///   - options: All options that affect the results.
    init(_ path: String, command: String, options: [String: String]) throws(FileError) {
        self.path = path
        let options = options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        made = ([Version.number, command] + options).joined(separator: "\0")
        let names = Files.isFolder(path) ? try Files.names(in: path).filter { $0.hasSuffix(".json") } : []
        known = Dictionary(grouping: names) { Self.start(of: $0) }
    }

    /// The inputs without a result. Inputs that are not files are always included.
    func missing(of inputs: [PhotoInput]) -> [PhotoInput] {
        if known.isEmpty { return inputs }
        return inputs.filter { input in
            guard let name = name(of: input) else { return true }
            return known[Self.start(of: name)]?.contains(name) != true
        }
    }

    /// Writes a line of JSON, and deletes an outdated result of the same photo, so that a script that reads all files
    /// does not count the photo twice.
    func write(_ json: String, for input: PhotoInput) throws(FileError) {
        try Files.makeFolder(path)
        let name = name(of: input) ?? "\(input.stem).json"
        try AtomicFile.replace(Path.join(path, name), with: Array(json.utf8))
        for other in known[Self.start(of: name)] ?? [] where other != name { unlink(Path.join(path, other)) }
    }

    private func name(of input: PhotoInput) -> String? {
        guard let photo = input.path, let file = try? FileStatus(path: AtomicFile.resolved(photo)) else { return nil }
        let state = Self.short("\(made)\0\(file.size)\0\(file.modified)")
        // Each page of a file is a separate photo.
        let place = Path.absolute(photo) + (input.page.map { "\0\($0)" } ?? "")
        return "\(input.stem.prefix(80)).\(Self.short(place)).\(state).json"
    }

    /// The name without STATE and extension.
    private static func start(of name: String) -> Substring {
        name.split(separator: ".", omittingEmptySubsequences: false).dropLast(2).last.map { name[..<$0.endIndex] } ?? ""
    }

    /// A hash of 64 bits in hexadecimal digits.
    private static func short(_ text: String) -> String { String(SHA256.hex(of: Array(text.utf8)).prefix(16)) }
}
