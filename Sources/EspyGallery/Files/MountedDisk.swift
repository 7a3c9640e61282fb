import EspyStore

/// A folder in which another disk begins.
///
/// When that is not mounted, the folder is empty or not there at all, as if somebody had deleted what was in it.
enum MountedDisk {
    static func begins(at path: String) -> Bool {
        guard path != "/", let slash = path.lastIndex(of: "/") else { return false }
        let outer = slash == path.startIndex ? "/" : String(path[..<slash])
        guard let here = try? FileStatus(path: path), let around = try? FileStatus(path: outer) else { return false }
        return here.kind == .folder && here.identity.device != around.identity.device
    }

    static let problem = "the disk that was here is not connected; what is known of its photos is kept"
}
