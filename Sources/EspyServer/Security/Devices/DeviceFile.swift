import EspyHTTP
import EspySystem
import Foundation

/// The file that the paired devices are kept in. Readable for its owner alone, and never half written.
struct DeviceFile: Sendable {
    let path: String

    /// What tells one state of the file from the next.
    struct Stamp: Equatable {
        let node: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
    }

    enum Failure: Error {
        /// It is there, but holds no list of devices.
        case damaged
        /// It is there, but is no regular file that may be read.
        case unreadable
        case system(Int32)
    }

    private struct Shape: Codable {
        var version = 1
        var devices: [Device]
    }

    private static let limit = 1 << 20

    /// Nil when there is no file.
    func stamp() -> Stamp? {
        var found = stat()
        guard stat(path, &found) == 0 else { return nil }
        return Stamp(
            node: UInt64(found.st_ino), size: Int64(found.st_size), seconds: Int(found.st_mtim.tv_sec),
            nanoseconds: Int(found.st_mtim.tv_nsec))
    }

    /// No devices when there is no file.
    func read() throws(Failure) -> [Device] {
        guard let file = OpenFile(path) else {
            var found = stat()
            if stat(path, &found) != 0, errno == ENOENT { return [] }
            throw .unreadable
        }
        guard file.size <= Self.limit else { throw .damaged }
        var bytes = [UInt8](repeating: 0, count: file.size)
        let count = pread(file.descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw .system(errno) }
        guard let shape = try? JSONDecoder().decode(Shape.self, from: Data(bytes[..<count])), shape.version == 1 else {
            throw .damaged
        }
        return shape.devices
    }

    /// In place of what is there, in one step.
    func write(_ devices: [Device]) throws(Failure) {
        guard let bytes = JSON.bytes(Shape(devices: devices)) else { throw .damaged }
        do throws(SystemError) { try TemporaryFile.replacePrivate(path, with: bytes) } catch {
            throw .system(error.code)
        }
    }

    /// Runs `body` while no other process changes the file. The folder is what is locked: the file itself is replaced.
    func locked<Value>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let number = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw .system(errno) }
        defer {
            // A program that is being started at this moment has the descriptor, too.
            _ = flock(number, LOCK_UN)
            close(number)
        }
        guard flock(number, LOCK_EX) == 0 else { throw .system(errno) }
        return try body()
    }
}

/// A list of devices that cannot be used.
package struct DeviceStoreError: Error, Equatable {
    package let path: String
    /// What is wrong, and what to do.
    package let text: String

    init(_ path: String, _ failure: DeviceFile.Failure) {
        self.path = path
        text =
            switch failure {
            case .damaged: "holds no list of devices; move it aside, and pair them again"
            case .unreadable: "is no file that can be read; change its permissions, or move it aside"
            case .system(let code): "\(String(cString: strerror(code))); change its permissions, or move it aside"
            }
    }
}
