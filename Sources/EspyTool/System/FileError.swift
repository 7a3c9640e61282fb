/// A file that could not be read or written.
package struct FileError: Error, Equatable {
    package enum Problem: Equatable, Sendable {
        case system(Int32)
        case folder
        /// A pipe, a device or a socket where a file was expected.
        case special
        case larger(thanBytes: Int)
        case noPhotos
    }

    package let path: String
    package let problem: Problem

    package init(_ path: String, _ problem: Problem) {
        self.path = path
        self.problem = problem
    }

    /// The error that the last system call left behind.
    static func last(_ path: String) -> FileError { FileError(path, .system(errno)) }

    /// What is wrong, and what to do, without the name of the file.
    package var text: String {
        switch problem {
        case .folder: "is a folder; name a file"
        case .noPhotos: "has no photos in it; name the files themselves if they are called something else"
        case .special: "is not a regular file; to read a pipe or a device, use - and redirect it"
        case .larger(let bytes): "is larger than \(bytes >> 20) MB, the most that is read; export it smaller"
        case .system(let code): Self.text(of: code)
        }
    }

    private static func text(of code: Int32) -> String {
        let advice =
            switch code {
            case ENOENT: "check the name"
            case EACCES, EPERM: "change its permissions, or run as the user that owns it"
            case ENOSPC, EDQUOT: "free some space and run again"
            case EROFS: "choose another folder"
            case EEXIST: "it is kept as it is; move it aside to get a new one"
            case ENOTDIR: "a part of the path is a file, not a folder"
            case EMFILE, ENFILE: "lower --threads, or raise ulimit -n"
            default: "check the disk and run again"
            }
        let what = String(cString: strerror(code))
        return "\(what.prefix(1).lowercased() + what.dropFirst()); \(advice)"
    }
}
