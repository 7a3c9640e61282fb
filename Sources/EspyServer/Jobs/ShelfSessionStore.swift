import Espy
import EspyApp
import EspyHTTP

/// The sessions of live shelf cameras. A session without pictures expires after a while.
package actor ShelfSessionStore {
    package struct Limits: Sendable {
        /// Maximum number of sessions.
        package var sessions: Int
        /// How long a session lives without a picture, in seconds.
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
    /// The number of sessions being created, which already occupy a slot.
    private var isMaking = 0

    /// - Parameters:
    ///   - now: Seconds since 1970.
    ///   - makeID: Makes a new identifier that cannot be guessed.
    init(limits: Limits = .init(), now: @escaping @Sendable () -> Int, makeID: @escaping @Sendable () -> String) {
        self.limits = limits
        self.now = now
        self.makeID = makeID
    }

    /// - Returns: The identifier of the new session.
    /// - Throws: ``HTTPProblem/busy`` if there are too many.
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

    /// - Throws: “Not found” if there is no such session, or it has expired.
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

    /// Ends all sessions.
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
