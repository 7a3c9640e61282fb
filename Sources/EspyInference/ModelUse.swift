/// How a model is going to be used, for which it is compiled.
public struct ModelUse: Sendable, Equatable {
    /// The most pictures in a batch, where the model leaves it open. Smaller ones are filled up, which costs as much as
    /// if they were pictures.
    let batch: Int
    /// Of the runtime; 0 means as many as it likes.
    let threads: Int
    /// How often the model is in memory. The runtime has streams for callers at once, too, but with two of them its
    /// answers were wrong in some runs (version 2026.4.1).
    let copies: Int

    /// Many pictures at a time, one batch after the other: all processors work on one batch.
    public static let batches = ModelUse.batches(threads: 0)

    /// The same on so many processors; 0 means as many as the runtime likes.
    public static func batches(threads: Int) -> ModelUse {
        ModelUse(batch: 8, threads: max(threads, 0), copies: 1)
    }

    /// One picture at a time, by so many callers at once: each has the model for itself, and keeps one processor busy.
    /// Of a model that is too large for that there is one, and all processors work on each picture.
    public static func singles(callers: Int) -> ModelUse {
        ModelUse(batch: 1, threads: 1, copies: max(callers, 1))
    }

    /// Bytes of files, all copies together.
    private static let most = 128 << 20

    /// The same, or what needs less memory for a model whose file has so many bytes.
    func fitting(bytes: Int) -> ModelUse {
        copies <= max(Self.most / max(bytes, 1), 1) ? self : ModelUse(batch: batch, threads: 0, copies: 1)
    }
}
