import Foundation

#if canImport(Darwin)
    import Darwin
#endif

extension InferencePlaces {
    /// Those of this process.
    public static func process(data: String? = nil) -> InferencePlaces {
        InferencePlaces(variables: ProcessInfo.processInfo.environment, executable: executable, data: data)
    }

    /// Path of the program with links followed.
    public static var executable: String? {
        #if os(Linux)
            let path = "/proc/self/exe"
        #else
            let path = CommandLine.arguments.first ?? ""
        #endif
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return resolved.hasPrefix("/") && resolved != path ? resolved : nil
    }
}
