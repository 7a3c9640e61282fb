import EspySystem

/// A child process whose standard output is read here.
struct ChildProcess {
    /// The standard output of the process.
    let output: Descriptor
    private let process: pid_t

    /// - Parameters:
    ///   - program: Its full path. Its standard input is empty.
    ///   - errors: The descriptor for its standard error.
    init(
        _ program: String, _ arguments: [String], variables: [String: String], errors: Descriptor
    ) throws(FileError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last(program) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        output = Descriptor(ends[0])
        do throws(FileError) {
            process = try Self.start(program, arguments, variables, output: ends[1], errors: errors.number)
        } catch {
            close(ends[0])
            throw error
        }
    }

    /// The full path of an installed program, or nil if there is none.
    ///
    /// - Parameter path: Folders separated by colons, like `PATH`.
    static func find(_ name: String, path: String?) -> String? {
        let folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.map { Path.join(String($0), name) }.first {
            $0.hasPrefix("/") && access($0, X_OK) == 0 && !Files.isFolder($0)
        }
    }

    /// Waits until the process ends. Call it only once.
    /// - Returns: Its exit code, or 128 plus the signal that ended it.
    func wait() -> Int32 {
        close(output.number)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// Ends the process, and waits until it is gone.
    func end() {
        kill(process, SIGTERM)
        _ = wait()
    }

    private static func start(
        _ program: String, _ arguments: [String], _ variables: [String: String], output: Int32, errors: Int32
    ) throws(FileError) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        resetSignals(&attributes)
        let words = CStrings([program] + arguments)
        let settings = CStrings(variables.map { "\($0.key)=\($0.value)" })
        var process: pid_t = 0
        let code = posix_spawn(&process, program, &actions, &attributes, words.pointers, settings.pointers)
        guard code == 0 else { throw FileError(program, .system(code)) }
        return process
    }

    #if canImport(Darwin)
        private typealias Attributes = posix_spawnattr_t?
    #else
        private typealias Attributes = posix_spawnattr_t
    #endif

    /// This program blocks signals and ignores closed pipes; its child processes must not.
    private static func resetSignals(_ attributes: inout Attributes) {
        var none = sigset_t()
        sigemptyset(&none)
        var pipe = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &pipe)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }
}

/// A null-terminated list of strings for C.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }
}

#if canImport(Glibc)
    import Glibc
#endif

/// Resource limits of this process. The system ends it if it exceeds them.
enum ProcessLimits {
    /// - Parameters:
    ///   - seconds: CPU time.
    ///   - memory: Address space in bytes.
    static func set(seconds: Int, memory: Int) {
        #if canImport(Glibc)
            for (kind, most) in [(RLIMIT_CPU, seconds), (RLIMIT_AS, memory), (RLIMIT_CORE, 0)] {
                var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
                setrlimit(__rlimit_resource_t(kind.rawValue), &limit)
            }
        #endif
    }
}
