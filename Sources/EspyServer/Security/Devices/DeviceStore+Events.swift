package import EspyHTTP

extension DeviceStore {
    /// How often the file is looked at while something is being sent, in case another process takes a device out.
    private static let glance = Duration.seconds(2)

    /// The same events, until the device is out.
    package nonisolated func whilePaired(_ id: String, _ events: AsyncStream<ServerEvent>) -> AsyncStream<ServerEvent> {
        // Progress that a slow client has not read yet is out of date; the end is the newest and stays.
        AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
            let task = Task {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { for await event in events { continuation.yield(event) } }
                    group.addTask { await self.leaving(of: id) }
                    group.addTask { await self.watchFile() }
                    await group.next()
                    group.cancelAll()
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func watchFile() async {
        while (try? await Task.sleep(for: Self.glance)) != nil { refresh() }
    }
}

/// Those who wait for a device to be removed.
struct RemovalWaiters {
    private var waiting: [Int: (id: String, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var last = 0

    mutating func nextNumber() -> Int {
        last += 1
        return last
    }

    mutating func add(_ number: Int, _ id: String, _ continuation: CheckedContinuation<Void, Never>) {
        waiting[number] = (id, continuation)
    }

    mutating func tell(_ id: String) {
        for (number, entry) in waiting where entry.id == id {
            waiting[number] = nil
            entry.continuation.resume()
        }
    }

    mutating func forget(_ number: Int) {
        waiting.removeValue(forKey: number)?.continuation.resume()
    }
}
