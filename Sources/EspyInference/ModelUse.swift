import Foundation

/// How a model is going to be used, for which it is compiled.
public struct ModelUse: Sendable, Equatable {
    /// The most pictures in a batch, where the model leaves it open. Smaller ones are filled up, which costs as much as
    /// if they were pictures.
    let batch: Int
    /// Of the runtime, as asked for; 0 means as many as it likes.
    private let wanted: Int
    /// The most threads of one copy; 0 means any number.
    private var most = 0
    /// How often the model is in memory. The runtime has streams for callers at once, too, but with two of them its
    /// answers were wrong in some runs (version 2026.4.1).
    let copies: Int

    /// Many pictures at a time, one batch after the other: all processors work on one batch.
    public static let batches = ModelUse.batches(threads: 0)

    /// The same on so many processors; 0 means as many as the runtime likes.
    public static func batches(threads: Int) -> ModelUse {
        ModelUse(batch: 8, wanted: max(threads, 0), copies: 1)
    }

    /// One picture at a time, by so many callers at once: each has the model for itself, and keeps one processor busy.
    /// Of a model that is too large for that there is one, and all processors work on each picture.
    public static func singles(callers: Int) -> ModelUse {
        ModelUse(batch: 1, wanted: 1, copies: max(callers, 1))
    }

    /// The same with no more than so many threads at the same time; 0 means any number.
    public func limited(to threads: Int) -> ModelUse {
        var use = self
        use.most = max(threads, 0)
        return use
    }

    /// Of the runtime; 0 means as many as it likes.
    var threads: Int { most == 0 ? wanted : wanted == 0 ? most : min(wanted, most) }

    /// The most threads at the same time; 0 means any number.
    var limit: Int { most }

    private init(batch: Int, wanted: Int, copies: Int) {
        (self.batch, self.wanted, self.copies) = (batch, wanted, copies)
    }

    /// Bytes of files, all copies together.
    private static let mostBytes = 128 << 20

    /// The same, or what needs less memory for a model whose file has so many bytes.
    func fitting(bytes: Int) -> ModelUse {
        if copies <= max(Self.mostBytes / max(bytes, 1), 1) { return self }
        return ModelUse(batch: batch, wanted: 0, copies: 1).limited(to: most)
    }
}

/// With how many bits a model calculates.
public enum ModelPrecision: String, Sendable, CaseIterable {
    /// bfloat16 where the processor has instructions for it, which is about twice as fast; 32 bits elsewhere.
    case automatic
    /// 32 bits everywhere: results that agree with other runtimes in four to five digits.
    case f32
}

/// Instructions that make models faster, as the system lists them.
public struct ProcessorFeatures: Sendable, Equatable {
    /// bfloat16, 16 bits with the range of 32: half the time and memory.
    public let hasBF16: Bool
    /// Products of 8-bit numbers.
    public let hasInt8: Bool
    /// Products of whole tiles of bfloat16: only with them it is faster for networks of many small products.
    let hasTiles: Bool

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
