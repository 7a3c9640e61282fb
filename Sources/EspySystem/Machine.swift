import Foundation

#if canImport(Glibc)
    import CMalloc
#endif

/// Facts about the machine.
package enum Machine {
    /// Processors that the process may use: the online ones, limited by its affinity and control group.
    package static let processors = ProcessorShare().count

    /// Processors that are online.
    package static let allProcessors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// Makes the C library keep less freed memory: for work with a few large blocks, such as images and tensors, at no
    /// measurable cost in processor time. Call it before starting threads.
    package static func keepLittleMemory() {
        #if canImport(Glibc)
            // One pool for all threads: memory freed by one can be reused by another.
            _ = mallopt(M_ARENA_MAX, 1)
            // Blocks of at least this size return to the system when freed. By default the threshold grows with each
            // freed block, and then none of them returns.
            _ = mallopt(M_MMAP_THRESHOLD, 1 << 20)
        #endif
    }

    /// Returns freed memory to the system.
    package static func giveBackMemory() {
        #if canImport(Glibc)
            _ = malloc_trim(0)
        #endif
    }

    /// Bytes of memory that the process uses; nil if unknown.
    package static var usedMemory: Int? {
        guard let bytes = try? Files.read("/proc/self/statm", limit: 4_096) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return words.count > 1 ? Int(words[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
    }

    /// Bytes of memory installed.
    package static var memory: Int { sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) }
}

/// The limit on open files, connections included.
package enum OpenFiles {
    /// The limit that a process starts with is for old programs; every process may raise it.
    package static func raiseLimit() {
        var limit = rlimit()
        guard getrlimit(descriptors, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        setrlimit(descriptors, &limit)
    }

    /// The current limit; nil if unknown.
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

/// The number of processors that a process may keep busy. The system's own count ignores containers, whose share is a
/// quota of their control group, and programs restricted to some processors by affinity.
package struct ProcessorShare {
    private let kernel: KernelFiles

    /// - Parameter root: the folder above the kernel's files.
    package init(root: String = "") { kernel = KernelFiles(root: root) }

    /// At least 1.
    package var count: Int {
        let quota = quota.map { max(1, Int($0.rounded(.up))) } ?? .max
        return max(1, min(Machine.allProcessors, affinity ?? .max, quota))
    }

    /// The quota of processor time of the control group, in processors; nil if unlimited. A group's limit applies to
    /// the groups below it.
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

    /// Version 1; a quota of -1 means unlimited.
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

    /// Processors that the process may run on; nil where the system does not say.
    package var affinity: Int? {
        let name = "Cpus_allowed:"
        let lines = (kernel.text("/proc/self/status") ?? "").split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return nil }
        // Hexadecimal digits with a comma after every eight.
        let bits = line.dropFirst(name.count).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
        return bits > 0 ? bits : nil
    }
}

/// Memory that the process may use: the machine's, or less where its control group has a limit.
package struct MemoryShare {
    private let kernel: KernelFiles

    /// - Parameter root: the folder above the kernel's files.
    package init(root: String = "") { kernel = KernelFiles(root: root) }

    /// A quarter, and at most 2 GiB, for work that several tasks do at a time.
    package static let quarter = min(MemoryShare().bytes / 4, 2 << 30)

    package var bytes: Int { limits.reduce(Machine.memory, min) }

    /// The least memory, in bytes, for counting a photo with the second pipeline, which takes up to three quarters of
    /// it.
    package static let enoughToLookTwice = 400 << 20

    /// Whether memory is too short for the second pipeline.
    package var isShort: Bool { bytes < Self.enoughToLookTwice }

    /// Bytes that one photo may take while it is decoded: where memory is short, models use most of it.
    package var mostForOnePhoto: Int { bytes < 2 << 30 ? bytes / 4 : .max }

    /// The number of photos to process at a time. Measured with all models: each takes about 320 MB, everything else
    /// half of that.
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

/// The small files in which Linux describes a process.
private struct KernelFiles {
    let root: String

    /// The control groups of a process for this controller, from the innermost outward: the limit of one applies to
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
        // A path that leaves what a container can see.
        if names.contains("..") { return [""] }
        return (0...names.count).reversed().map { names.prefix($0).map { "/" + $0 }.joined() }
    }

    func text(_ path: String) -> String? {
        guard let bytes = try? Files.read(root + path, limit: 65_536) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The temperature, battery and load of the machine.
package struct MachineState: Sendable, Equatable {
    package struct Heat: Sendable, Equatable {
        /// Celsius.
        package var degrees: Double
        /// The temperature at which the machine turns itself off.
        package var critical: Double

        package init(degrees: Double, critical: Double) { (self.degrees, self.critical) = (degrees, critical) }
    }

    package var heat: [Heat] = []
    /// `nil` unless it runs on a battery.
    package var batteryPercent: Int?
    /// Processes ready to run, averaged over the last minute.
    package var load = 0.0
    package var processors = 1

    package init() {}

    /// The sensor closest to a share of its limit.
    package func hottest(share: Double) -> Heat? {
        heat.max { $0.degrees - share * $0.critical < $1.degrees - share * $1.critical }
    }
}

/// Reads the machine's state from Linux; unavailable values stay unknown.
package struct MachineGauges: Sendable {
    private let system: String

    /// - Parameter system: the folder of the kernel's files.
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
            // Missing sensors report 0 or an impossible number.
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

    /// Peripherals such as a mouse have batteries, too: their scope is "Device".
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
