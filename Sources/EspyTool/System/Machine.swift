#if canImport(Glibc)
    import CMalloc
#endif

/// What the tool asks of the machine.
enum Machine {
    /// Processors that are switched on.
    static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Lets the C library keep less of what was freed: for work with a few large blocks, as pictures and tensors are,
    /// at most as much processor time as can be measured. To be called before there are threads.
    static func keepLittleMemory() {
        #if canImport(Glibc)
            // One pool for all threads: what one has freed another can use.
            _ = mallopt(M_ARENA_MAX, 1)
            // Blocks from this size on go back to the system when they are freed. Left alone, the limit grows with each
            // block that is freed, and then none of them does.
            _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
        #endif
    }

    /// Bytes of memory that are built in.
    static var memory: Int { sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) }
}
