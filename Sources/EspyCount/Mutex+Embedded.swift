#if hasFeature(Embedded)
    /// A value that one thread uses.
    final class Mutex<Value>: Sendable {
        nonisolated(unsafe) private var value: Value

        init(_ value: Value) { self.value = value }

        func withLock<Result, Failure>(
            _ work: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result { try work(&value) }
    }
#endif
