// Not in the browser: the page has one thread, and a runtime of its own.

import Foundation

/// The intended use of a model, for which it is compiled.
public struct ModelUse: Sendable, Equatable {
    /// The largest number of pictures in a batch, if the model leaves it open. Smaller batches are padded, which costs
    /// as much as full ones.
    let batch: Int
    /// The requested number of the runtime's threads; 0 lets it choose.
    private let wanted: Int
    /// The largest number of threads of one copy; 0 means any number.
    private var most = 0
    /// The number of copies of the model in memory. The runtime also offers streams for parallel callers, but with two
    /// of them its results were wrong in some runs (version 2026.4.1).
    let copies: Int

    /// Many pictures at a time, one batch after the other: all processors work on one batch.
    public static let batches = ModelUse.batches(threads: 0)

    /// The same on a given number of processors; 0 lets the runtime choose.
    public static func batches(threads: Int) -> ModelUse {
        ModelUse(batch: 8, wanted: max(threads, 0), copies: 1)
    }

    /// One picture at a time for each of several parallel callers: each has its own copy of the model, and keeps one
    /// processor busy. A model too large for that has only one copy, and all processors work on each picture.
    public static func singles(callers: Int) -> ModelUse {
        ModelUse(batch: 1, wanted: 1, copies: max(callers, 1))
    }

    /// The same with a limited number of parallel threads; 0 means any number.
    public func limited(to threads: Int) -> ModelUse {
        var use = self
        use.most = max(threads, 0)
        return use
    }

    /// The number of the runtime's threads; 0 lets it choose.
    var threads: Int { most == 0 ? wanted : wanted == 0 ? most : min(wanted, most) }

    /// The largest number of parallel threads; 0 means any number.
    var limit: Int { most }

    private init(batch: Int, wanted: Int, copies: Int) {
        (self.batch, self.wanted, self.copies) = (batch, wanted, copies)
    }

    /// The largest total size of the files of all copies, in bytes.
    private static let mostBytes = 128 << 20

    /// The same use, or one that needs less memory if the model's file is too large.
    func fitting(bytes: Int) -> ModelUse {
        if copies <= max(Self.mostBytes / max(bytes, 1), 1) { return self }
        return ModelUse(batch: batch, wanted: 0, copies: 1).limited(to: most)
    }
}

/// The precision of a model's arithmetic.
public enum ModelPrecision: String, Sendable, CaseIterable {
    /// bfloat16 if the processor has instructions for it, which is about twice as fast; 32 bits otherwise.
    case automatic
    /// Always 32 bits: results that agree with other runtimes in four to five digits.
    case f32
}

/// Processor instructions that speed up models, as the system lists them.
public struct ProcessorFeatures: Sendable, Equatable {
    /// bfloat16, 16 bits with the range of 32: half the time and memory.
    public let hasBF16: Bool
    /// Products of 8-bit numbers.
    public let hasInt8: Bool
    /// Products of whole tiles of bfloat16: only with them is it faster for networks of many small products.
    let hasTiles: Bool

    /// The features of this machine.
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
