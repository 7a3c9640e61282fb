/// Runs work that may wait for everything else.
package enum QuietWork {
    /// - Returns: nil where the system has no thread priorities, or no thread can be started.
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

    /// Low-priority threads: the tasks of a whole run, and their subtasks, stay on them.
    package final class BackgroundThreads: TaskExecutor {
        /// The increment passed to `nice`: with 19 they would get next to nothing beside other work, and photos would
        /// never appear.
        package static let niceness: Int32 = 10

        private let waiting = Mutex<[UnownedJob]>([])
        private let signal = DispatchSemaphore(value: 0)

        /// The threads live as long as the process.
        ///
        /// - Parameter count: at least 1.
        /// - Returns: nil where not even one can be started.
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
            // On Linux, each thread has its own niceness.
            _ = nice(Self.niceness)
            while true {
                signal.wait()
                let job = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                job?.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }

    /// Runs blocking work on its own thread: tasks share a few threads and should not block them.
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
