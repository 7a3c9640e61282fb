#if hasFeature(Embedded)
    /// The error that a canceled task throws.
    public struct CancellationError: Error {
        package init() {}
    }
#endif
