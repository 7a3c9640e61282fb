import Espy
package import EspyHTTP

/// The jobs of this server: those that wait, those that run, and those that have ended a short while ago.
package actor JobQueue {
    package struct Limits: Sendable {
        /// Jobs at the same time. Each may take hundreds of megabytes.
        package var running: Int
        /// Jobs that wait.
        package var waiting: Int
        /// Jobs that have ended and are still known.
        package var ended: Int
        /// Seconds for which they are known.
        package var age: Int

        package init(running: Int = 2, waiting: Int = 200, ended: Int = 200, age: Int = 3_600) {
            self.running = running
            self.waiting = waiting
            self.ended = ended
            self.age = age
        }
    }

    private let limits: Limits
    private let threads: WorkerThreads
    private let now: @Sendable () -> Int
    private let makeID: @Sendable () -> String
    private var jobs: [String: Job] = [:]
    private var waiting: [Job] = []
    private var running: [String: Task<Void, Never>] = [:]
    private var weight = 0
    /// In the order in which they ended.
    private var ended: [Job] = []
    private var isStopped = false
    /// How many have ended, by kind and how: `kind="count",end="done"`.
    private var endings: [String: Int] = [:]

    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - makeID: a new identifier each time, which nobody can guess.
    package init(
        limits: Limits = .init(), threads: WorkerThreads, now: @escaping @Sendable () -> Int,
        makeID: @escaping @Sendable () -> String
    ) {
        self.limits = limits
        self.threads = threads
        self.now = now
        self.makeID = makeID
    }

    /// Puts a job in the queue.
    ///
    /// - Parameter isLarge: whether it needs so much memory that nothing else should run beside it.
    /// - Throws: ``HTTPProblem/busy`` when the queue is full, or the server is about to stop.
    func submit(
        _ kind: String, photo: String?, isLarge: Bool = false, work: @escaping Job.Work
    ) throws(HTTPProblem) -> JobState {
        guard waiting.count < limits.waiting, !isStopped else { throw .busy }
        let job = Job(
            JobState(id: makeID(), kind: kind, photo: photo), weight: isLarge ? limits.running : 1, work: work)
        jobs[job.id] = job
        waiting.append(job)
        startNext()
        return job.state
    }

    /// What is to do, and what was done.
    var load: (waiting: Int, running: Int, ended: [String: Int]) { (waiting.count, running.count, endings) }

    private func count(_ job: Job) { endings["kind=\"\(job.state.kind)\",end=\"\(job.state.phase)\"", default: 0] += 1 }

    func job(_ id: String) throws(HTTPProblem) -> JobState { try find(id).state }

    func events(_ id: String) throws(HTTPProblem) -> AsyncStream<ServerEvent> {
        try find(id).events()
    }

    /// Ends a job. One that has ended already stays as it is.
    package func cancel(_ id: String) throws(HTTPProblem) { cancel(try find(id)) }

    /// Ends all jobs and takes no more.
    /// - Returns: when none runs any more.
    package func stop() async {
        isStopped = true
        for job in jobs.values { cancel(job) }
        for task in running.values { await task.value }
    }

    private func find(_ id: String) throws(HTTPProblem) -> Job {
        forgetOld()
        guard let job = jobs[id] else { throw .notFound }
        return job
    }

    private func cancel(_ job: Job) {
        guard !job.state.phase.isOver else { return }
        job.end(.cancelled, at: now())
        count(job)
        waiting.removeAll { $0.id == job.id }
        ended.append(job)
        // It leaves its place when its work has noticed.
        running[job.id]?.cancel()
    }

    private func startNext() {
        while let next = waiting.first, weight + next.weight <= limits.running {
            waiting.removeFirst()
            weight += next.weight
            next.begin()
            running[next.id] = Task(executorPreference: threads) {
                await self.finish(next, await Self.result(of: next))
            }
        }
    }

    private static func result(of job: Job) async -> Result<JobOutcome, HTTPProblem> {
        guard let work = job.takeWork() else { return .failure(.cancelled) }
        do throws(HTTPProblem) {
            return .success(try await work { job.report($0, $1) })
        } catch {
            return .failure(error)
        }
    }

    private func finish(_ job: Job, _ result: Result<JobOutcome, HTTPProblem>) {
        weight -= job.weight
        running[job.id] = nil
        let isNews = !job.state.phase.isOver
        if isNews { ended.append(job) }
        switch result {
        case .success(let outcome):
            job.end(.done, at: now()) { state in
                state.outcome = outcome
                state.stage = "done"
                state.fraction = 1
            }
        case .failure(let problem): job.end(.failed, at: now()) { $0.problem = problem }
        }
        if isNews { count(job) }
        forgetOld()
        startNext()
    }

    private func forgetOld() {
        let time = now()
        let surplus = max(ended.count - limits.ended, 0)
        let old = ended.enumerated().prefix { $0.offset < surplus || time - $0.element.state.ended >= limits.age }
        for (_, job) in old { jobs[job.id] = nil }
        ended.removeFirst(old.count)
    }
}
