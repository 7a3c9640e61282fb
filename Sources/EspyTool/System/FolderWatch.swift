/// What may have changed in folders.
package enum FolderChange: Sendable, Equatable {
    /// Something in these, or below them.
    case some([String])
    /// Anything: too much happened at once, or it cannot be watched.
    case all
}

/// When changes are told.
package struct FolderWatchOptions: Sendable, Equatable {
    /// Nothing has happened for so long: a copy of many files is told once.
    package var quiet: Duration
    /// At the latest so long after the first change.
    package var patience: Duration
    /// How often all is looked at where not all folders can be watched.
    package var rescan: Duration

    package init(
        quiet: Duration = .seconds(1), patience: Duration = .seconds(10), rescan: Duration = .seconds(600)
    ) {
        (self.quiet, self.patience, self.rescan) = (quiet, patience, rescan)
    }
}

/// Tells when files in folders come, change or go.
package enum FolderWatch {
    /// Watches until the stream is no longer listened to.
    ///
    /// A folder that is not there yet is told about once it comes. On other systems than Linux, all is looked at from
    /// time to time.
    ///
    /// - Parameter folders: absolute, without links in them.
    package static func changes(
        in folders: [String], options: FolderWatchOptions = FolderWatchOptions()
    ) -> AsyncStream<FolderChange> {
        AsyncStream { continuation in
            #if os(Linux)
                guard let wake = WakePipe() else { return poll(continuation, options) }
                continuation.onTermination = { _ in wake.wake() }
                let hasStarted = DetachedThread.start {
                    var watcher = FolderWatcher(folders, options, wake) { continuation.yield($0) }
                    watcher.run()
                    continuation.finish()
                }
                if !hasStarted { poll(continuation, options) }
            #else
                poll(continuation, options)
            #endif
        }
    }

    private static func poll(_ continuation: AsyncStream<FolderChange>.Continuation, _ options: FolderWatchOptions) {
        let task = Task {
            while (try? await Task.sleep(for: options.rescan)) != nil { continuation.yield(.all) }
        }
        continuation.onTermination = { _ in task.cancel() }
    }
}

/// Wakes a thread that waits for files to change.
final class WakePipe: Sendable {
    /// Becomes readable.
    let reading: Int32
    private let writing: Int32

    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
        for number in ends { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(reading)
        close(writing)
    }

    func wake() { _ = write(writing, [0], 1) }
}
