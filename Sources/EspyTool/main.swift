import EspyApp
import EspySystem

Machine.keepLittleMemory()
private let interruption = Interruption()
let arguments = Array(words.dropFirst())
let work = Task.detached { exit(await Tool(.process).run(arguments).rawValue) }
interruption.watch(endingWith: Exit.interrupted.rawValue) { work.cancel() }

/// Of the command line. Swift finds them in front of the environment, and finds none where a library that was loaded
/// before the program (LD_PRELOAD) has moved that by setting a variable; the kernel still knows them.
private var words: [String] {
    guard CommandLine.arguments.isEmpty, let bytes = try? Files.read("/proc/self/cmdline") else {
        return CommandLine.arguments
    }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
        String(decoding: $0, as: UTF8.self)
    }
}

/// Turns Ctrl-C into cancellation, so that work stops at a safe place and leaves no half file.
private struct Interruption {
    private let signals: sigset_t

    /// Holds the signals back. Call it before any other thread starts: threads inherit what they leave to the watcher.
    init() {
        // Writing to a closed pipe is reported by write, not by death.
        signal(SIGPIPE, SIG_IGN)
        var signals = sigset_t()
        sigemptyset(&signals)
        // A program that was started with a signal ignored (nohup, a background job) keeps ignoring it.
        for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        self.signals = signals
    }

    /// Calls `cancel` at the first interrupt; at the second one the program ends at once, with `code`. Does not return:
    /// the main thread has nothing else to do, and whoever finishes the work ends the program.
    func watch(endingWith code: Int32, _ cancel: () -> Void) -> Never {
        wait()
        cancel()
        wait()
        _exit(code)
    }

    private func wait() {
        var signals = signals
        var number: Int32 = 0
        while sigwait(&signals, &number) != 0 {}
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        // SIG_IGN is the address 1; function pointers cannot be compared.
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
