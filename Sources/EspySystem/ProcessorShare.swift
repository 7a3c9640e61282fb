import Foundation

/// How many processors a process may keep busy. What the system counts says nothing of containers: their share is a quota
/// of their control group, and programs that are started on some processors have an affinity.
package struct ProcessorShare {
    private let root: String

    /// - Parameter root: below which the files of the kernel are.
    package init(root: String = "") { self.root = root }

    /// At least 1.
    package var count: Int {
        let quota = quota.map { max(1, Int($0.rounded(.up))) } ?? .max
        return max(1, min(Machine.allProcessors, affinity ?? .max, quota))
    }

    /// The share of processor time of the control group, in processors; nil where that is not limited. A limit of a group
    /// holds for the groups below it.
    package var quota: Double? {
        var least: Double?
        for line in (text("/proc/self/cgroup") ?? "").split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3 else { continue }
            let isUnified = parts[0] == "0" && parts[1].isEmpty
            guard isUnified || parts[1].split(separator: ",").contains("cpu") else { continue }
            for folder in Self.folders(from: parts[2]) {
                let found = isUnified ? unified("/sys/fs/cgroup\(folder)") : divided("/sys/fs/cgroup/cpu\(folder)")
                if let found { least = min(least ?? found, found) }
            }
        }
        return least
    }

    /// `/a/b`, `/a` and the root.
    private static func folders(from path: String) -> [String] {
        var names = path.split(separator: "/").map(String.init)
        // A path that leads out of what a container sees.
        if names.contains("..") { names = [] }
        return (0...names.count).reversed().map { names.prefix($0).map { "/" + $0 }.joined() }
    }

    /// Version 2: `150000 100000`, or `max 100000`.
    private func unified(_ folder: String) -> Double? {
        let words = (text("\(folder)/cpu.max") ?? "").split(whereSeparator: \.isWhitespace)
        guard words.count == 2 else { return nil }
        return Self.share(Double(words[0]), of: Double(words[1]))
    }

    /// Version 1; a quota of -1 is none.
    private func divided(_ folder: String) -> Double? {
        func number(_ name: String) -> Double? {
            text("\(folder)/\(name)").flatMap { Double($0.split(whereSeparator: \.isWhitespace).first ?? "") }
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
        let lines = (text("/proc/self/status") ?? "").split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return nil }
        // Hexadecimal digits with a comma after every eight.
        let bits = line.dropFirst(name.count).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
        return bits > 0 ? bits : nil
    }

    private func text(_ path: String) -> String? {
        guard let bytes = try? Files.read(root + path, limit: 65_536) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
