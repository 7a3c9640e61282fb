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

/// A folder with a file of JSON for each photo that is done. What is in it need not be done again: the name of a file says
/// of which photo it is, and by what it was made.
///
/// `NAME.PATH.STATE.json`, where PATH stands for the path of the photo, and STATE for its size, the time of its last change
/// and all that results depend on.
struct ResultFolder: Sendable {
    private let path: String
    private let made: String
    /// Names of the files that were there, by what all results of a photo begin with.
    private let known: [Substring: [String]]

    /// - Parameters:
    ///   - command: whose results these are.
    ///   - options: all that they depend on.
    init(_ path: String, command: String, options: [String: String]) throws(FileError) {
        self.path = path
        let options = options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        made = ([Version.number, command] + options).joined(separator: "\0")
        let names = Files.isFolder(path) ? try Files.names(in: path).filter { $0.hasSuffix(".json") } : []
        known = Dictionary(grouping: names) { Self.start(of: $0) }
    }

    /// Those of the inputs that have no result yet. What is no file is always done.
    func missing(of inputs: [PhotoInput]) -> [PhotoInput] {
        if known.isEmpty { return inputs }
        return inputs.filter { input in
            guard let name = name(of: input) else { return true }
            return known[Self.start(of: name)]?.contains(name) != true
        }
    }

    /// Keeps a line of JSON. One of the same photo that was made of another version of it, or otherwise, is taken away: who
    /// reads all files would take the photo for two.
    func write(_ json: String, for input: PhotoInput) throws(FileError) {
        try Files.makeFolder(path)
        let name = name(of: input) ?? "\(input.stem).json"
        try AtomicFile.replace(Path.join(path, name), with: Array(json.utf8))
        for other in known[Self.start(of: name)] ?? [] where other != name { unlink(Path.join(path, other)) }
    }

    private func name(of input: PhotoInput) -> String? {
        guard let photo = input.path, let file = try? FileStatus(path: AtomicFile.resolved(photo)) else { return nil }
        let state = Self.short("\(made)\0\(file.size)\0\(file.modified)")
        // Pages of one file are photos of their own.
        let place = Path.absolute(photo) + (input.page.map { "\0\($0)" } ?? "")
        return "\(input.stem.prefix(80)).\(Self.short(place)).\(state).json"
    }

    /// The name without the state and the extension.
    private static func start(of name: String) -> Substring {
        name.split(separator: ".", omittingEmptySubsequences: false).dropLast(2).last.map { name[..<$0.endIndex] } ?? ""
    }

    /// 64 bits, as text.
    private static func short(_ text: String) -> String { String(SHA256.hex(of: Array(text.utf8)).prefix(16)) }
}
