/// The folders in a folder.
enum SubFolders {
    /// Paths, hidden ones and links aside; none where it cannot be read.
    static func of(_ folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var found: [String] = []
        while let entry = readdir(handle) {
            let kind = Int32(entry.pointee.d_type)
            guard kind == Int32(DT_DIR) || kind == Int32(DT_UNKNOWN) else { continue }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(validatingCString: $0)
                }
            }
            guard let name, !name.hasPrefix(".") else { continue }
            let path = folder == "/" ? "/" + name : folder + "/" + name
            var info = stat()
            // Some file systems do not tell the kind with the name.
            if kind == Int32(DT_UNKNOWN), lstat(path, &info) != 0 || info.st_mode & S_IFMT != S_IFDIR { continue }
            found.append(path)
        }
        return found
    }
}
