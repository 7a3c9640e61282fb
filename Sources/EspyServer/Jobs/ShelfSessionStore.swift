import Espy
import EspyApp
import EspyHTTP

/// The sessions of cameras that look at shelves. One that sends nothing for a while is forgotten.
package actor ShelfSessionStore {
    package struct Limits: Sendable {
        /// Cameras at the same time.
        package var sessions: Int
        /// Seconds without a picture after which one is forgotten.
        package var age: Int

        package init(sessions: Int = 4, age: Int = 60) {
            self.sessions = sessions
            self.age = age
        }
    }

    private let limits: Limits
    private let now: @Sendable () -> Int
    private let makeID: @Sendable () -> String
    private var sessions: [String: (session: CameraSession, lastUse: Int)] = [:]
    /// Sessions that are being made have a place already.
    private var isMaking = 0

    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - makeID: a new identifier each time, which nobody can guess.
    init(limits: Limits = .init(), now: @escaping @Sendable () -> Int, makeID: @escaping @Sendable () -> String) {
        self.limits = limits
        self.now = now
        self.makeID = makeID
    }

    /// - Returns: the identifier of the new session.
    /// - Throws: ``HTTPProblem/busy`` where there are too many.
    func open(_ make: @Sendable () async throws(HTTPProblem) -> CameraSession) async throws(HTTPProblem) -> String {
        await expire()
        guard sessions.count + isMaking < limits.sessions else { throw .busy }
        isMaking += 1
        defer { isMaking -= 1 }
        let session = try await make()
        let id = makeID()
        sessions[id] = (session, now())
        return id
    }

    /// - Throws: that there is no such session, or not any more.
    func session(_ id: String) async throws(HTTPProblem) -> CameraSession {
        await expire()
        guard let session = sessions[id]?.session else { throw .notFound }
        sessions[id]?.lastUse = now()
        return session
    }

    func close(_ id: String) async throws(HTTPProblem) {
        guard let entry = sessions.removeValue(forKey: id) else { throw .notFound }
        await entry.session.close()
    }

    /// Ends all.
    func stop() async {
        let all = sessions.values
        sessions = [:]
        for entry in all { await entry.session.close() }
    }

    private func expire() async {
        let old = sessions.filter { now() - $0.value.lastUse > limits.age }
        for (id, entry) in old {
            sessions[id] = nil
            await entry.session.close()
        }
    }
}
