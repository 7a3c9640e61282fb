/// Looks at all connections now and then: who is too slow, and who is gone.
enum Watch {
    private static let interval = 0.5

    /// Returns when its task is cancelled.
    static func run(_ service: Service) async {
        var last = service.now()
        while (try? await Task.sleep(for: .seconds(interval))) != nil {
            let now = service.now()
            for connection in service.connections.all { connection.check(now: now, elapsed: now - last) }
            last = now
        }
    }
}
