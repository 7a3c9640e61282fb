import EspyApp

/// Flags of `espy worker`.
extension Flags {
    private static let workerThreads = Flag(
        "threads", value: FlagValue("N", .integer(0...256)), setting: threads.setting,
        help: """
            Threads for all work together, that of models included; 0 means one for each processor that affinity and \
            control group leave. That many photos are worked on at the same time, and one where a model uses all threads.
            """)
    private static let workerTimeout = Flag(
        "timeout", value: FlagValue("SECONDS", .number(0.05...86_400, or: "none")),
        help: """
            The most time for one photo, which is then answered with an error; none is the default. Work that does not \
            stop ends the worker, after the line.
            """)
    private static let workerMemory = Flag(
        "max-memory", value: FlagValue("MB", .integer(64...1_048_576)),
        help: """
            The most memory that the worker may need. A photo that needs more is answered with an error, and ends the \
            worker. With less than 2048 counts are of one look.
            """)

    static let workerFlags = [workerThreads, workerTimeout, workerMemory, config, quiet, help]
    static let rackWorker = [grid, maxDimension] + rackPlacing.filter { $0.name != rackID.name }
    static let countWorker =
        [like, unlike, region, exclude] + regionFlags + countSettings + [reference, group, merge, detector, embedder]
    static let shelfWorker = [spineDetector, spineConfidence, spineText, textLanguage, catalogue]
    static let tagWorker = [tagger, objectDetector, classifier, tagThreshold, pageLanguage, faceCascade, archive]
}

extension WorkerLimits {
    init(_ invocation: Invocation, _ settings: Settings, _ surroundings: Surroundings) {
        let wanted = Int(settings.text(.threads)) ?? 0
        threads = wanted > 0 ? wanted : surroundings.processors
        seconds = invocation.value(named: "timeout").flatMap { Double($0) }
        megabytes = invocation.value(named: "max-memory").flatMap { Int($0) }
    }
}
