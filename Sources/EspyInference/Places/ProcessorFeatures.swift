import Foundation

/// Instructions that make models faster, as the system lists them.
public struct ProcessorFeatures: Sendable, Equatable {
    /// bfloat16, 16 bits with the range of 32: half the time and memory.
    public let hasBF16: Bool
    /// Products of 8-bit numbers.
    public let hasInt8: Bool
    /// Products of whole tiles of bfloat16: only with them it is faster for networks of many small products.
    public let hasTiles: Bool

    /// Those of this machine.
    public static let current = ProcessorFeatures(
        listing: FileManager.default.contents(atPath: "/proc/cpuinfo").map { String(decoding: $0, as: UTF8.self) } ?? ""
    )

    /// - Parameter listing: text of `/proc/cpuinfo`: `flags` on x86, `Features` on ARM. The first processor counts.
    package init(listing: String) {
        let line = listing.split(separator: "\n").first { $0.hasPrefix("flags") || $0.hasPrefix("Features") } ?? ""
        let words = Set(line.split { $0 == " " || $0 == "\t" || $0 == ":" })
        hasBF16 = !words.isDisjoint(with: ["avx512_bf16", "amx_bf16", "bf16"])
        hasTiles = words.contains("amx_bf16")
        hasInt8 = !words.isDisjoint(with: ["avx512_vnni", "avx_vnni", "amx_int8", "i8mm", "asimddp"])
    }
}
