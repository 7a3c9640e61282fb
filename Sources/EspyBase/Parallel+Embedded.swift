#if hasFeature(Embedded)
    /// Works on one part after the other, because a worker of a page has one thread.
    package func inParallel<Part, Result>(_ parts: [Part], _ work: (Part) -> Result) -> [Result] { parts.map(work) }

    /// Does one after the other.
    package func both<One, Other>(_ one: () -> One, _ other: () -> Other) -> (One, Other) { (one(), other()) }
#endif
