/// Seconds that the steps of indexing took, over all photos.
public struct StageTimes: Sendable, Equatable, Codable {
    public var reading = 0.0
    /// The checksum.
    public var digest = 0.0
    public var decoding = 0.0
    public var metadata = 0.0
    /// The small picture and the blurred one.
    public var thumbnail = 0.0
    public var analysis = 0.0
    /// Reading what is printed on pages, with decoding them once more for it.
    public var text = 0.0
    public var saving = 0.0

    public init() {}

    static func += (sum: inout StageTimes, more: StageTimes) {
        sum.reading += more.reading
        sum.digest += more.digest
        sum.decoding += more.decoding
        sum.metadata += more.metadata
        sum.thumbnail += more.thumbnail
        sum.analysis += more.analysis
        sum.text += more.text
        sum.saving += more.saving
    }
}

/// Measures one step after the other, on the clock of the caller.
struct StageClock {
    let seconds: @Sendable () -> Double
    private(set) var times = StageTimes()

    init(_ seconds: @escaping @Sendable () -> Double) { self.seconds = seconds }

    mutating func measure<Value, Failure: Error>(
        _ stage: WritableKeyPath<StageTimes, Double>, _ work: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let start = seconds()
        defer { times[keyPath: stage] += seconds() - start }
        return try work()
    }
}
