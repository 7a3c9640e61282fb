import Foundation

/// Memory that the process may take: that of the machine, or less where its control group has a limit.
package struct MemoryShare {
    private let root: String

    /// - Parameter root: below which the files of the kernel are.
    package init(root: String = "") { self.root = root }

    /// A quarter, and at most 2 GiB, for work that many do at a time.
    package static let quarter = min(MemoryShare().bytes / 4, 2 << 30)

    package var bytes: Int { limits.reduce(Machine.memory, min) }

    /// Bytes from which on a photo may be counted in a second way: that takes up to three quarters of them.
    package static let enoughToLookTwice = 2 << 30

    /// Whether one large picture as a whole might be too much, and a second way of counting.
    package var isShort: Bool { bytes < Self.enoughToLookTwice }

    /// Bytes for pictures in which lines of text are looked for at the same time: two ordinary photos at least.
    package var forFindingText: Int { max(bytes / 16, 512 << 20) }

    /// Bytes that one photo may take while it is decoded: where memory is short, models hold most of it.
    package var mostForOnePhoto: Int { isShort ? bytes / 4 : .max }

    /// Photos to look at at the same time. Measured with all models: each takes about 320 MB, all else half of that.
    package func photos(atMost most: Int) -> Int {
        max(1, min(most, (bytes - (160 << 20)) / (320 << 20)))
    }

    private var limits: [Int] {
        (text("/proc/self/cgroup") ?? "").split(separator: "\n").flatMap { line -> [Int] in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3 else { return [] }
            let isUnified = parts[0] == "0" && parts[1].isEmpty
            guard isUnified || parts[1].split(separator: ",").contains("memory") else { return [] }
            let (place, name) =
                isUnified ? ("/sys/fs/cgroup", "memory.max") : ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            return Self.folders(from: parts[2]).compactMap { text("\(place)\($0)/\(name)").flatMap(Self.number) }
        }
    }

    private static func number(_ text: String) -> Int? {
        Int(text.split(whereSeparator: \.isWhitespace).first ?? "").flatMap { $0 > 0 ? $0 : nil }
    }

    /// `/a/b`, `/a` and the root: a limit of a group holds for those below it.
    private static func folders(from path: String) -> [String] {
        let names = path.split(separator: "/").map(String.init)
        if names.contains("..") { return [""] }
        return (0...names.count).reversed().map { names.prefix($0).map { "/" + $0 }.joined() }
    }

    private func text(_ path: String) -> String? {
        guard let bytes = try? Files.read(root + path, limit: 65_536) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
