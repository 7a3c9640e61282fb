/// What the tool asks of the machine.
enum Machine {
    /// Processors that are switched on.
    static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Bytes of memory that are built in.
    static var memory: Int { sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) }
}
