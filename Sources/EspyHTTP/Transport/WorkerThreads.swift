import Foundation
import Synchronization

/// The server's own threads, on which responses are made.
///
/// Other tasks share one thread per processor with all counting; without these, a page would wait for a photo.
package final class WorkerThreads: TaskExecutor {
    private let state = Mutex(State())
    /// Counts waiting jobs and threads that should exit.
    private let calls = DispatchSemaphore(value: 0)
    private let count: Int

    private struct State {
        var jobs: [UnownedJob] = []
        var next = 0
        var isStopped = false
    }

    package init(count: Int) {
        self.count = count
        for number in 1...count {
            let thread = Thread { [self] in work() }
            thread.name = "answer \(number)"
            thread.start()
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isStopped = state.withLock { state in
            if !state.isStopped { state.jobs.append(job) }
            return state.isStopped
        }
        if isStopped { return globalConcurrentExecutor.enqueue(job) }
        calls.signal()
    }

    /// Ends the threads once they are out of work. Tasks that continue later run where other tasks do.
    package func stop() {
        state.withLock { $0.isStopped = true }
        for _ in 0..<count { calls.signal() }
    }

    private func work() {
        while true {
            calls.wait()
            guard let job = next() else {
                if state.withLock({ $0.isStopped }) { return }
                continue
            }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            guard state.next < state.jobs.count else { return nil }
            let job = state.jobs[state.next]
            state.next += 1
            if state.next == state.jobs.count || state.next == 1024 {
                state.jobs.removeFirst(state.next)
                state.next = 0
            }
            return job
        }
    }
}
