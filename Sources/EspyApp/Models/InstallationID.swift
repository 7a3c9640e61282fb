package import EspySystem
import Foundation

/// What tells this installation from others, for stages of a rollout. Nobody else gets to know it.
package enum InstallationID {
    private static let digits = 32

    /// The one of the data folder, made when there is none yet, readable for its user alone.
    ///
    /// A file that holds anything else than 32 hexadecimal digits is replaced.
    package static func load(_ environment: AppEnvironment) throws(FileError) -> String {
        let folder = Folders(environment).data
        let path = Path.join(folder, "installation-id")
        if let known = known(path) { return known }
        try Files.makePrivateFolder(folder)
        let fresh = (0..<digits).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }.joined()
        return try kept(fresh, path)
    }

    private static func known(_ path: String) -> String? {
        guard let bytes = try? Files.read(path, limit: 4 * digits) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        return text.count == digits && text.allSatisfy("0123456789abcdef".contains) ? text : nil
    }

    /// Of two programs that start for the first time at once, the first one's is kept.
    private static func kept(_ fresh: String, _ path: String) throws(FileError) -> String {
        if Files.exists(path) { unlink(path) }
        do throws(FileError) {
            try AtomicFile.create(path, Array("\(fresh)\n".utf8), isPrivate: true)
        } catch {
            if error.cause == .system(EEXIST), let known = known(path) { return known }
            throw error
        }
        return fresh
    }
}
