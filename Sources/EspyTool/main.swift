import EspyApp
import EspyInference
import EspySystem

Machine.keepLittleMemory()
InferenceRuntime.keepLittleMemory()
private let interruption = Interruption()
let arguments = Array(words.dropFirst())
let work = Task.detached { exit(await EspyProgram(.process).run(arguments).rawValue) }
interruption.watch(endingWith: Exit.interrupted.rawValue) { work.cancel() }

/// The command line arguments. Swift looks for them in front of the environment in memory, and finds none if a
/// preloaded library (LD_PRELOAD) has moved the environment by setting a variable; the kernel still knows them.
private var words: [String] {
    guard CommandLine.arguments.isEmpty, let bytes = try? Files.read("/proc/self/cmdline") else {
        return CommandLine.arguments
    }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
        String(decoding: $0, as: UTF8.self)
    }
}

/// Turns Ctrl-C into cancellation, so that work stops at a safe point without partial files.
private struct Interruption {
    private let signals: sigset_t

    /// Blocks the signals. Must be called before any other thread starts, because threads inherit the mask.
    init() {
        // Writing to a closed pipe becomes an error instead of a signal.
        signal(SIGPIPE, SIG_IGN)
        var signals = sigset_t()
        sigemptyset(&signals)
        // If a signal was ignored when the program started (nohup, a background job), it stays ignored.
        for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        self.signals = signals
    }

    /// Calls `cancel` at the first interrupt; the second ends the program immediately with `code`. Never returns: the
    /// main thread has nothing else to do, and the program ends when its work is finished.
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
