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

    /// Gives memory back to the system that was freed.
    package static func giveBackMemory() {
        #if canImport(Glibc)
            _ = malloc_trim(0)
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

/// How many processors a process may keep busy. What the system counts says nothing of containers: their share is a quota
/// of their control group, and programs that are started on some processors have an affinity.
package struct ProcessorShare {
    private let kernel: KernelFiles

    /// - Parameter root: below which the files of the kernel are.
    package init(root: String = "") { kernel = KernelFiles(root: root) }

    /// At least 1.
    package var count: Int {
        let quota = quota.map { max(1, Int($0.rounded(.up))) } ?? .max
        return max(1, min(Machine.allProcessors, affinity ?? .max, quota))
    }

    /// The share of processor time of the control group, in processors; nil where that is not limited. A limit of a group
    /// holds for the groups below it.
    package var quota: Double? {
        kernel.groups("cpu").compactMap { group in
            group.isUnified ? unified("/sys/fs/cgroup\(group.path)") : divided("/sys/fs/cgroup/cpu\(group.path)")
        }.min()
    }

    /// Version 2: `150000 100000`, or `max 100000`.
    private func unified(_ folder: String) -> Double? {
        let words = (kernel.text("\(folder)/cpu.max") ?? "").split(whereSeparator: \.isWhitespace)
        guard words.count == 2 else { return nil }
        return Self.share(Double(words[0]), of: Double(words[1]))
    }

    /// Version 1; a quota of -1 is none.
    private func divided(_ folder: String) -> Double? {
        func number(_ name: String) -> Double? {
            kernel.text("\(folder)/\(name)").flatMap { Double($0.split(whereSeparator: \.isWhitespace).first ?? "") }
        }
        return Self.share(number("cpu.cfs_quota_us"), of: number("cpu.cfs_period_us"))
    }

    private static func share(_ quota: Double?, of period: Double?) -> Double? {
        guard let quota, let period, quota > 0, period > 0 else { return nil }
        return quota / period
    }

    /// Processors that the process may run on; nil where the system knows no such thing.
    package var affinity: Int? {
        let name = "Cpus_allowed:"
        let lines = (kernel.text("/proc/self/status") ?? "").split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return nil }
        // Hexadecimal digits with a comma after every eight.
        let bits = line.dropFirst(name.count).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
        return bits > 0 ? bits : nil
    }
}

/// Memory that the process may take: that of the machine, or less where its control group has a limit.
package struct MemoryShare {
    private let kernel: KernelFiles

    /// - Parameter root: below which the files of the kernel are.
    package init(root: String = "") { kernel = KernelFiles(root: root) }

    /// A quarter, and at most 2 GiB, for work that many do at a time.
    package static let quarter = min(MemoryShare().bytes / 4, 2 << 30)

    package var bytes: Int { limits.reduce(Machine.memory, min) }

    /// Bytes from which on a photo may be counted in a second way: that takes up to three quarters of them.
    package static let enoughToLookTwice = 400 << 20

    /// Whether a second way of counting is too much.
    package var isShort: Bool { bytes < Self.enoughToLookTwice }

    /// Bytes that one photo may take while it is decoded: where memory is short, models hold most of it.
    package var mostForOnePhoto: Int { bytes < 2 << 30 ? bytes / 4 : .max }

    /// Photos to look at at the same time. Measured with all models: each takes about 320 MB, all else half of that.
    package func photos(atMost most: Int) -> Int {
        max(1, min(most, (bytes - (160 << 20)) / (320 << 20)))
    }

    private var limits: [Int] {
        kernel.groups("memory").compactMap { group in
            let file = group.isUnified ? "\(group.path)/memory.max" : "/memory\(group.path)/memory.limit_in_bytes"
            return kernel.text("/sys/fs/cgroup\(file)").flatMap(Self.number)
        }
    }

    private static func number(_ text: String) -> Int? {
        Int(text.split(whereSeparator: \.isWhitespace).first ?? "").flatMap { $0 > 0 ? $0 : nil }
    }
}

/// The small files by which the kernel of Linux tells of a process.
private struct KernelFiles {
    let root: String

    /// The control groups that a process is in for this controller, from the innermost outward: a limit of one holds for
    /// those within it.
    func groups(_ controller: String) -> [(path: String, isUnified: Bool)] {
        (text("/proc/self/cgroup") ?? "").split(separator: "\n").flatMap { line -> [(String, Bool)] in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3 else { return [] }
            let isUnified = parts[0] == "0" && parts[1].isEmpty
            guard isUnified || parts[1].split(separator: ",").contains(Substring(controller)) else { return [] }
            return Self.folders(from: parts[2]).map { ($0, isUnified) }
        }
    }

    /// `/a/b`, `/a` and the root.
    private static func folders(from path: String) -> [String] {
        let names = path.split(separator: "/").map(String.init)
        // A path that leads out of what a container sees.
        if names.contains("..") { return [""] }
        return (0...names.count).reversed().map { names.prefix($0).map { "/" + $0 }.joined() }
    }

    func text(_ path: String) -> String? {
        guard let bytes = try? Files.read(root + path, limit: 65_536) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// How the machine is doing.
package struct MachineState: Sendable, Equatable {
    package struct Heat: Sendable, Equatable {
        /// Celsius.
        package var degrees: Double
        /// Where the machine turns itself off.
        package var critical: Double

        package init(degrees: Double, critical: Double) { (self.degrees, self.critical) = (degrees, critical) }
    }

    package var heat: [Heat] = []
    /// `nil` while it does not run on a battery.
    package var batteryPercent: Int?
    /// Processes that wanted to run, as a mean over the last minute.
    package var load = 0.0
    package var processors = 1

    package init() {}

    /// What is nearest to a share of its limit.
    package func hottest(share: Double) -> Heat? {
        heat.max { $0.degrees - share * $0.critical < $1.degrees - share * $1.critical }
    }
}

/// Reads what Linux tells of the machine. Where it tells nothing, nothing is known.
package struct MachineGauges: Sendable {
    private let system: String

    /// - Parameter system: where the files of the kernel are.
    package init(system: String = "/sys/class") { self.system = system }

    package func read() -> MachineState {
        var state = MachineState()
        state.heat = heat()
        state.batteryPercent = battery()
        var loads = [0.0, 0, 0]
        if getloadavg(&loads, 3) > 0 { state.load = loads[0] }
        state.processors = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
        return state
    }

    private func heat() -> [MachineState.Heat] {
        let zones = names(in: "thermal").filter { $0.hasPrefix("thermal_zone") }
        return zones.compactMap { zone in
            let folder = "thermal/\(zone)"
            // Sensors that are not there tell 0, or a number that no machine would live with.
            guard let degrees = number("\(folder)/temp").map({ Double($0) / 1_000 }), (1..<150).contains(degrees) else {
                return nil
            }
            let critical = (0..<16).first { text("\(folder)/trip_point_\($0)_type") == "critical" }
                .flatMap { number("\(folder)/trip_point_\($0)_temp") }.map { Double($0) / 1_000 }
            // Most processors turn themselves off at 100.
            return MachineState.Heat(degrees: degrees, critical: critical.flatMap { $0 > 40 ? $0 : nil } ?? 100)
        }
    }

    /// Whether the machine can run on a battery.
    package var hasBattery: Bool { !batteries().isEmpty }

    private func supplies() -> [String] { names(in: "power_supply").map { "power_supply/\($0)" } }

    /// A mouse has one, too: its scope is "Device".
    private func batteries() -> [String] {
        supplies().filter { text("\($0)/type") == "Battery" && text("\($0)/scope") != "Device" }
    }

    private func battery() -> Int? {
        let isPlugged = supplies().contains { text("\($0)/type") == "Mains" && number("\($0)/online") == 1 }
        if isPlugged { return nil }
        return batteries().filter { text("\($0)/status") == "Discharging" }.compactMap { number("\($0)/capacity") }
            .min()
    }

    private func names(in folder: String) -> [String] { (try? Files.names(in: "\(system)/\(folder)")) ?? [] }

    private func number(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

    private func text(_ path: String) -> String? {
        guard let bytes = try? Files.read("\(system)/\(path)", limit: 4_096) else { return nil }
        let line = bytes.prefix { $0 != 0x0A }
        return String(decoding: line, as: UTF8.self)
    }
}
