#if os(Linux)
    /// A thread of its own for work that waits for the system: tasks share a few, and others need those.
    enum DetachedThread {
        private final class Box: Sendable {
            let work: @Sendable () -> Void

            init(_ work: @escaping @Sendable () -> Void) { self.work = work }
        }

        /// - Returns: whether it could be started.
        static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
            let box = Unmanaged.passRetained(Box(work))
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { pointer in
                    if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().work() }
                    return nil
                }, box.toOpaque())
            if code == 0 { pthread_detach(thread) } else { box.release() }
            return code == 0
        }
    }
#endif
