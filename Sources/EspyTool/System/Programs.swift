/// Programs that are installed on this machine.
enum Programs {
    /// The whole path of a program, or nil where there is none of that name.
    static func find(_ name: String, _ surroundings: Surroundings) -> String? {
        let folders = (surroundings.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.map { Path.join(String($0), name) }.first {
            $0.hasPrefix("/") && access($0, X_OK) == 0 && !Files.isFolder($0)
        }
    }
}
