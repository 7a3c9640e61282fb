import EspyServer

/// How many files the process may have open, connections among them.
enum OpenFiles {
    /// The limit that a process starts with is for old programs; every process may raise its own.
    static func raiseLimit() {
        var limit = rlimit()
        guard getrlimit(descriptors, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        setrlimit(descriptors, &limit)
    }

    /// The listener's, with so many connections that files can still be opened when all are taken.
    static func limits() -> Limits {
        var limits = Limits()
        var limit = rlimit()
        guard getrlimit(descriptors, &limit) == 0 else { return limits }
        let most = Int(clamping: limit.rlim_cur)
        limits.connections = max(16, min(limits.connections, most / 2 - 64))
        return limits
    }

    #if canImport(Darwin)
        private static let descriptors = RLIMIT_NOFILE
    #elseif canImport(Musl)
        private static let descriptors = RLIMIT_NOFILE
    #else
        private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
}
