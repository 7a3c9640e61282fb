#if os(Linux)
    import Foundation
    import Synchronization

    /// Threads that the system lets work when others have nothing to do: the tasks of a whole run, and those that they
    /// begin, stay on them.
    package final class QuietThreads: TaskExecutor {
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
#endif
