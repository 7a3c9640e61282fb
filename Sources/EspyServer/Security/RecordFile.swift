import EspyHTTP
import EspySystem
import Foundation

/// A file with a list of devices or tokens. Only its owner can read it, and it is replaced atomically.
struct RecordFile<Record: Codable & Sendable>: Sendable {
    let path: String
    /// The key of the list in the file.
    let key: String

    private static var limit: Int { 1 << 20 }

    /// Distinguishes versions of the file; nil if there is no file.
    func stamp() -> FileStatus? { try? FileStatus(path: path, followingLinks: true) }

    /// The list; empty if there is no file.
    func read() throws(RecordFileFailure) -> [Record] {
        let bytes: [UInt8]
        do throws(FileError) {
            // Read the whole file even if the caller has disconnected.
            let (file, status) = try DiskFile.regular(path, limit: Self.limit, followingLinks: false)
            bytes = try file.read(at: 0, atMost: status.size)
        } catch {
            if case .larger = error.cause { throw .damaged }
            if isMissing { return [] }
            throw .unreadable
        }
        let decoder = JSONDecoder()
        decoder.userInfo[.listKey] = key
        guard let shape = try? decoder.decode(Shape<Record>.self, from: Data(bytes)) else { throw .damaged }
        return shape.records
    }

    /// Whether the file does not exist; an unreadable file is not missing.
    private var isMissing: Bool {
        do throws(FileError) {
            _ = try FileStatus(path: path, followingLinks: true)
            return false
        } catch {
            return error.code == ENOENT
        }
    }

    /// Replaces the list atomically.
    func write(_ records: [Record]) throws(RecordFileFailure) {
        guard let bytes = JSON.bytes(Shape(key: key, records: records)) else { throw .damaged }
        do throws(FileError) { try AtomicFile.replacePrivate(path, with: bytes) } catch { throw .system(error.code) }
    }

    /// Runs `body` while no other process changes the file. Locks the folder, because the file itself is replaced.
    func locked<Value>(_ body: () throws(RecordFileFailure) -> Value) throws(RecordFileFailure) -> Value {
        let lock: FileLock
        do throws(FileError) {
            lock = try FileLock.wait(for: Path.folder(of: path))
        } catch {
            throw .system(error.code)
        }
        return try withExtendedLifetime(lock) { () throws(RecordFileFailure) in try body() }
    }
}

enum RecordFileFailure: Error {
    /// The file exists, but does not contain a valid list.
    case damaged
    /// The file exists, but is not a regular file, or may not be read.
    case unreadable
    case system(Int32)
}

/// A list of devices or tokens is unusable.
package struct RecordFileError: Error, Equatable {
    package let path: String
    /// The fault, and how to fix it.
    package let text: String

    /// - Parameters:
    ///   - list: The kind of list.
    ///   - remedy: How to restore its entries.
    init(_ path: String, _ failure: RecordFileFailure, list: String, remedy: String) {
        self.path = path
        text =
            switch failure {
            case .damaged: "contains no list of \(list); move it aside, and \(remedy) again"
            case .unreadable: "is not a readable file; change its permissions, or move it aside"
            case .system(let code): "\(String(cString: strerror(code))); change its permissions, or move it aside"
            }
    }
}

extension CodingUserInfoKey {
    /// The initializer accepts any text; it is just declared as failable.
    fileprivate static let listKey = CodingUserInfoKey(rawValue: "list").unsafelyUnwrapped
}

/// `{"version": 1, "devices": […]}`
private struct Shape<Record: Codable>: Codable {
    let key: String
    let records: [Record]

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(key: String, records: [Record]) { (self.key, self.records) = (key, records) }

    init(from decoder: any Decoder) throws {
        key = decoder.userInfo[.listKey] as? String ?? ""
        let box = try decoder.container(keyedBy: Name.self)
        let version = try box.decode(Int.self, forKey: Name(stringValue: "version"))
        guard version == 1 else { throw RecordFileFailure.damaged }
        records = try box.decode([Record].self, forKey: Name(stringValue: key))
    }

    func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Name.self)
        try box.encode(1, forKey: Name(stringValue: "version"))
        try box.encode(records, forKey: Name(stringValue: key))
    }
}
