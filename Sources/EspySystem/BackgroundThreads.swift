/// Where work runs that may wait for everything else.
package enum QuietWork {
    /// - Returns: nil where the system has no threads of another priority, and where none can be started.
    package static func executor(threads: Int) -> (any TaskExecutor)? {
        #if os(Linux)
            return BackgroundThreads(count: threads)
        #else
            return nil
        #endif
    }
}

#if os(Linux)
    import Foundation
    import Synchronization

    /// Threads that the system lets work when others have nothing to do: the tasks of a whole run, and those that they
    /// begin, stay on them.
    package final class BackgroundThreads: TaskExecutor {
        /// More than others have, as `nice` counts: with 19 they would get next to nothing beside others, and photos would
        /// never come.
        package static let niceness: Int32 = 10

        private let waiting = Mutex<[UnownedJob]>([])
        private let signal = DispatchSemaphore(value: 0)

        /// The threads last as long as the process.
        ///
        /// - Parameter count: at least 1.
        /// - Returns: nil where not one can be started.
        package init?(count: Int) {
            var started = 0
            for _ in 0..<max(count, 1) where DetachedThread.start({ [self] in work() }) { started += 1 }
            if started == 0 { return nil }
        }

        package func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            waiting.withLock { $0.append(job) }
            signal.signal()
        }

        private func work() {
            // Of Linux's threads each has its own.
            _ = nice(Self.niceness)
            while true {
                signal.wait()
                let job = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                job?.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }

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
