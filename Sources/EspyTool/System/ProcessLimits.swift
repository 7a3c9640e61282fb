#if canImport(Glibc)
    import Glibc
#endif

/// What this process may take from now on. It is ended when it takes more.
enum ProcessLimits {
    /// - Parameters:
    ///   - seconds: of one processor.
    ///   - memory: bytes of addresses.
    static func set(seconds: Int, memory: Int) {
        #if canImport(Glibc)
            for (kind, most) in [(RLIMIT_CPU, seconds), (RLIMIT_AS, memory), (RLIMIT_CORE, 0)] {
                var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
                setrlimit(__rlimit_resource_t(kind.rawValue), &limit)
            }
        #endif
    }
}
