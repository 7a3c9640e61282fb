import Foundation

#if canImport(Glibc)
    import CMalloc
#endif

/// What is asked of the machine.
package enum Machine {
    /// Processors that the process may use: of those that are switched on, as many as its affinity and its control group
    /// leave.
    package static let processors = ProcessorShare().count

    /// Processors that are switched on.
    package static let allProcessors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// Lets the C library keep less of what was freed: for work with a few large blocks, as pictures and tensors are,
    /// at most as much processor time as can be measured. To be called before there are threads.
    package static func keepLittleMemory() {
        #if canImport(Glibc)
            // One pool for all threads: what one has freed another can use.
            _ = mallopt(M_ARENA_MAX, 1)
            // Blocks from this size on go back to the system when they are freed. Left alone, the limit grows with each
            // block that is freed, and then none of them does.
            _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
        #endif
    }

    /// Bytes of memory that the process holds; nil where the system does not tell.
    package static var usedMemory: Int? {
        guard let bytes = try? Files.read("/proc/self/statm", limit: 4_096) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return words.count > 1 ? Int(words[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
    }

    /// Bytes of memory that are built in.
    package static var memory: Int { sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) }
}

/// How many files the process may have open, connections among them.
package enum OpenFiles {
    /// The limit that a process starts with is for old programs; every process may raise its own.
    package static func raiseLimit() {
        var limit = rlimit()
        guard getrlimit(descriptors, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        setrlimit(descriptors, &limit)
    }

    /// The most that may be open now; nil where nobody says.
    package static var limit: Int? {
        var limit = rlimit()
        return getrlimit(descriptors, &limit) == 0 ? Int(clamping: limit.rlim_cur) : nil
    }

    #if canImport(Darwin)
        private static let descriptors = RLIMIT_NOFILE
    #elseif canImport(Musl)
        private static let descriptors = RLIMIT_NOFILE
    #else
        private static let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
}
