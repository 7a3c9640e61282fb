import Espy
package import EspyHTTP

/// The jobs of this server: waiting, running, and recently ended.
package actor JobQueue {
    package struct Limits: Sendable {
        /// Maximum number of running jobs. Each may take hundreds of megabytes.
        package var running: Int
        /// Maximum number of waiting jobs.
        package var waiting: Int
        /// Maximum number of ended jobs that are still known.
        package var ended: Int
        /// How long ended jobs are known, in seconds.
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
    /// In the order in which the jobs ended.
    private var ended: [Job] = []
    private var isStopped = false
    /// The number of ended jobs by kind and outcome: `kind="count",end="done"`.
    private var endings: [String: Int] = [:]

    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - makeID: Makes a new identifier that cannot be guessed.
    package init(
        limits: Limits = .init(), threads: WorkerThreads, now: @escaping @Sendable () -> Int,
        makeID: @escaping @Sendable () -> String
    ) {
        self.limits = limits
        self.threads = threads
        self.now = now
        self.makeID = makeID
    }

    /// Adds a job to the queue.
    ///
    /// - Parameter isLarge: Whether it must run alone because of the memory it needs.
    /// - Throws: ``HTTPProblem/busy`` if the queue is full or the server is stopping.
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

    /// The number of waiting and running jobs, and of ended jobs by outcome.
    var load: (waiting: Int, running: Int, ended: [String: Int]) { (waiting.count, running.count, endings) }

    private func count(_ job: Job) { endings["kind=\"\(job.state.kind)\",end=\"\(job.state.phase)\"", default: 0] += 1 }

    func job(_ id: String) throws(HTTPProblem) -> JobState { try find(id).state }

    func events(_ id: String) throws(HTTPProblem) -> AsyncStream<ServerEvent> {
        try find(id).events()
    }

    /// Cancels a job. Does nothing if it has already ended.
    package func cancel(_ id: String) throws(HTTPProblem) { cancel(try find(id)) }

    /// Cancels all jobs and rejects new ones.
    /// Waits until no job is running.
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
        guard !job.state.phase.isFinished else { return }
        job.end(.cancelled, at: now())
        count(job)
        waiting.removeAll { $0.id == job.id }
        ended.append(job)
        // It frees its slot once its work notices the cancellation.
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
        let isNews = !job.state.phase.isFinished
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
