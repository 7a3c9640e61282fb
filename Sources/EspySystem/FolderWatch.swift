import Foundation

/// Where something may have changed.
package enum FolderChange: Sendable, Equatable {
    /// In these folders, or below them.
    case some([String])
    /// Anywhere: too much happened at once, or it cannot be watched.
    case all
}

/// When changes are reported.
package struct FolderWatchOptions: Sendable, Equatable {
    /// How long nothing must happen before a report: copying many files is reported once.
    package var quiet: Duration
    /// The longest delay of a report after the first change.
    package var patience: Duration
    /// How often everything is reported as changed when not all folders can be watched.
    var rescan: Duration

    package init(
        quiet: Duration = .seconds(1), patience: Duration = .seconds(10), rescan: Duration = .seconds(600)
    ) {
        (self.quiet, self.patience, self.rescan) = (quiet, patience, rescan)
    }
}

/// Reports when files in folders are added, changed or removed.
package enum FolderWatch {
    /// Watches until the stream is no longer consumed.
    ///
    /// A missing folder is reported once it appears. On systems other than Linux, everything is reported as changed
    /// from time to time.
    ///
    /// - Parameter folders: absolute, with links resolved.
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

/// Wakes a thread that waits for file changes.
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

#if os(Linux)
    /// Watches folders and their subfolders through the kernel.
    struct FolderWatcher {
        private let roots: [String]
        private let options: FolderWatchOptions
        private let wakePipe: WakePipe
        private let tell: (FolderChange) -> Void
        private let number: Int32
        private var paths: [Int32: String] = [:]
        private var watched: [String: Int32] = [:]
        private var changed: Set<String> = []
        private var isAllChanged = false
        /// Some folders are not watched, because there are more than the system allows.
        private var isPartial = false
        private var first: ContinuousClock.Instant?
        private var last = ContinuousClock.now
        private var scanned = ContinuousClock.now

        private static let mask = UInt32(
            IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
                | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK)
        private static let isFolder: UInt32 = 0x4000_0000

        init(
            _ roots: [String], _ options: FolderWatchOptions, _ wakePipe: WakePipe,
            tell: @escaping (FolderChange) -> Void
        ) {
            (self.roots, self.options, self.wakePipe, self.tell) = (roots, options, wakePipe, tell)
            number = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            isPartial = number < 0
            for root in roots { watch(root) }
        }

        /// Runs until it is woken.
        mutating func run() {
            defer { if number >= 0 { close(number) } }
            while true {
                var requests = [
                    pollfd(fd: wakePipe.reading, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: number, events: Int16(POLLIN), revents: 0),
                ]
                _ = poll(&requests, nfds_t(requests.count), wait)
                if requests[0].revents != 0 { return }
                if requests[1].revents & Int16(POLLIN) != 0 { readEvents() }
                lookForRoots()
                report()
            }
        }

        /// Milliseconds until the next work that no change triggers.
        private var wait: Int32 {
            guard let first else { return 1_000 }
            let now = ContinuousClock.now
            let left = min(last + options.quiet - now, first + options.patience - now)
            return Int32(min(max(left / .milliseconds(1), 0), 1_000)) + 1
        }

        private mutating func report() {
            let now = ContinuousClock.now
            if isPartial, now - scanned >= options.rescan { note(all: true) }
            guard let first, now - last >= options.quiet || now - first >= options.patience else { return }
            tell(isAllChanged ? .all : .some(changed.sorted()))
            if isAllChanged { scanned = now }
            (self.first, changed, isAllChanged) = (nil, [], false)
        }

        private mutating func note(_ path: String? = nil, all: Bool = false) {
            if let path { changed.insert(path) }
            // For thousands of folders, a full scan is as good.
            isAllChanged = isAllChanged || all || changed.count > 1_000
            last = ContinuousClock.now
            if first == nil { first = last }
        }

        /// Looks for disks that were mounted and folders that were recreated.
        private mutating func lookForRoots() {
            for root in roots where watched[root] == nil && number >= 0 {
                watch(root)
                if watched[root] != nil { note(root) }
            }
        }

        private mutating func watch(_ top: String) {
            guard number >= 0 else { return }
            var folders = [top]
            while let folder = folders.popLast() {
                let watch = inotify_add_watch(number, folder, Self.mask)
                if watch < 0 {
                    if errno == ENOSPC { isPartial = true }
                    continue
                }
                // The same folder, renamed.
                if let old = paths[watch], old != folder { watched[old] = nil }
                (paths[watch], watched[folder]) = (folder, watch)
                folders += Files.folders(in: folder)
            }
        }

        private mutating func forget(below top: String) {
            let start = top + "/"
            for (path, watch) in watched where path == top || path.hasPrefix(start) {
                inotify_rm_watch(number, watch)
                (watched[path], paths[watch]) = (nil, nil)
            }
        }

        private mutating func readEvents() {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                var place = 0
                let head = MemoryLayout<inotify_event>.size
                while place + head <= count {
                    let event = buffer.withUnsafeBytes {
                        $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                    }
                    let end = min(place + head + Int(event.len), count)
                    let name = String(decoding: buffer[(place + head)..<end].prefix { $0 != 0 }, as: UTF8.self)
                    handle(event.wd, event.mask, name)
                    place = end
                }
            }
        }

        private mutating func handle(_ watch: Int32, _ mask: UInt32, _ name: String) {
            if mask & UInt32(IN_Q_OVERFLOW) != 0 {
                // Events for new folders may have been lost.
                for root in roots { self.watch(root) }
                return note(all: true)
            }
            guard let folder = paths[watch] else { return }
            if mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 {
                forget(below: folder)
                return note(folder)
            }
            guard !name.hasPrefix(".") else { return }
            let path = Path.join(folder, name)
            if mask & Self.isFolder != 0 {
                if mask & UInt32(IN_MOVED_FROM | IN_DELETE) != 0 { forget(below: path) }
                if mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 { self.watch(path) }
            } else if mask & UInt32(IN_CREATE) != 0, !Self.isFinished(path) {
                // Closing it causes another event.
                return
            }
            note(folder)
        }

        /// A file that appears with its content, such as a new hard link, is never closed after writing.
        private static func isFinished(_ path: String) -> Bool {
            var info = stat()
            return lstat(path, &info) == 0 && info.st_nlink > 1
        }
    }
#endif
