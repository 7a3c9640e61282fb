import Espy
import EspyHTTP

/// The cameras that are being watched. One that sends nothing for a while is forgotten.
package actor StreamBoard {
    package struct Limits: Sendable {
        /// Cameras at the same time.
        package var streams: Int
        /// Seconds without a picture after which one is forgotten.
        package var age: Int

        package init(streams: Int = 4, age: Int = 60) {
            self.streams = streams
            self.age = age
        }
    }

    private let limits: Limits
    private let now: @Sendable () -> Int
    private let makeID: @Sendable () -> String
    private var streams: [String: (watch: any ShelfWatching, lastUse: Int)] = [:]
    /// Streams that are being made have a place already.
    private var isMaking = 0

    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - makeID: a new identifier each time, which nobody can guess.
    init(limits: Limits = .init(), now: @escaping @Sendable () -> Int, makeID: @escaping @Sendable () -> String) {
        self.limits = limits
        self.now = now
        self.makeID = makeID
    }

    /// - Returns: the identifier of the new stream.
    /// - Throws: ``Problem/busy`` where there are too many.
    func open(_ make: @Sendable () async throws(Problem) -> any ShelfWatching) async throws(Problem) -> String {
        await expire()
        guard streams.count + isMaking < limits.streams else { throw .busy }
        isMaking += 1
        defer { isMaking -= 1 }
        let watch = try await make()
        let id = makeID()
        streams[id] = (watch, now())
        return id
    }

    /// - Throws: that there is no such stream, or not any more.
    func stream(_ id: String) async throws(Problem) -> any ShelfWatching {
        await expire()
        guard let watch = streams[id]?.watch else { throw .notFound }
        streams[id]?.lastUse = now()
        return watch
    }

    func close(_ id: String) async throws(Problem) {
        guard let stream = streams.removeValue(forKey: id) else { throw .notFound }
        await stream.watch.close()
    }

    /// Ends all.
    func stop() async {
        let all = streams.values
        streams = [:]
        for stream in all { await stream.watch.close() }
    }

    private func expire() async {
        let old = streams.filter { now() - $0.value.lastUse > limits.age }
        for (id, stream) in old {
            streams[id] = nil
            await stream.watch.close()
        }
    }
}
