import EspyTool
import Foundation
import Testing

/// Behavior that only shows from outside: signals, pipes, permissions, the launcher.
struct ProcessTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func start(_ arguments: [String], input: Any) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Repository.program)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // A shell's background jobs ignore interrupts, and the program started here would inherit that.
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        try process.run()
        return process
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func interruptEndsAWaitingRead(number: Int32) throws {
        let silent = Pipe()
        let process = try start(["rack", "-", "-o", scratch.file("x.jpg")], input: silent)
        usleep(300_000)
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 130)
        #expect(scratch.names.isEmpty)
    }

    @Test func interruptSaysNothingButThat() throws {
        let script = """
            mkfifo pipe; exec 3<>pipe
            # Job control: without it bash starts background programs with interrupts ignored.
            set -m
            $espy rack - <&3 & sleep 0.3; kill -INT $!; wait $!
            """
        let ending = try shell(script, in: scratch.path)
        #expect(ending.exit == 130)
        #expect(ending.out.isEmpty)
        #expect(ending.err.split(separator: "\n").filter { $0.hasPrefix("espy") } == ["espy: interrupted"])
    }

    @Test func closedPipeEndsQuietly() throws {
        let ending = try shell("set -o pipefail; $espy man | true; $espy help | head -c 1 >/dev/null; echo done")
        #expect(ending.err.isEmpty)
        #expect(ending.out == "done\n")
    }

    @Test func closedPipeIsToldByTheExitCode() throws {
        #expect(
            try shell("mkfifo p; (exec 3<p; exec 3<&-) & exec 4>p; wait $!; $espy man >&4", in: scratch.path).exit
                == 141)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullOutputIsAnError() throws {
        let ending = try shell("$espy man > /dev/full")
        #expect(ending.exit == 2)
        #expect(ending.err == "espy: standard output: no space left on device; free some space and run again\n")
    }

    // Permissions do not apply to root; setpriv lets a test run as another user.
    @Test(.enabled(if: getuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
    func whatMayNotBeReadIsAnError() throws {
        let photo = try Pictures.blank()
        for name in ["shut/a.jpg", "secret.jpg", "open.jpg"] { try scratch.write(name, photo) }
        let drop = getuid() == 0 ? "setpriv --reuid 65534 --clear-groups" : ""
        let script = """
            cp $espy ./program; chmod 755 . program; chmod 000 shut secret.jpg
            \(drop) ./program rack shut secret.jpg open.jpg --json -q; code=$?
            \(drop) ./program rack open.jpg -q -o ./new.jpg; echo "$code $?"
            chmod 755 shut
            """
        // A run with coverage could not write its profile here either, and would complain.
        let ending = try shell(script, in: scratch.path, variables: ["LLVM_PROFILE_FILE": "/dev/null"])
        let errors = ending.err.split(separator: "\n")
        let advice = "permission denied; change its permissions, or run as the user that owns it"
        #expect(errors.prefix(2) == ["espy: shut: \(advice)", "espy: secret.jpg: \(advice)"])
        #expect(ending.out.split(separator: "\n").filter { $0.hasPrefix("{") }.count == 3)
        if getuid() == 0 {
            #expect(errors.last == "espy: ./new.jpg: \(advice)")
            #expect(ending.out.hasSuffix("2 2\n"))
        }
    }

    @Test func launcherWorksFromAnywhereAndThroughLinks() throws {
        let script = """
            ln -s "\(Repository.path("espy"))" linked
            ./linked --version && cd / && "\(Repository.path("espy"))" --version
            """
        let version = "espy \(Version.number)\n"
        #expect(try shell(script, in: scratch.path) == Ending(exit: 0, out: version + version, err: ""))
    }

    @Test func launcherHandsOverArgumentsAndExitCode() throws {
        let ending = try shell("./espy rack 'no such file.jpg' -- --neither")
        #expect(ending.exit == 2)
        #expect(ending.err.contains("espy: no such file.jpg: "))
        #expect(ending.err.contains("espy: --neither: "))
    }

    @Test func setUpIsQuietWhenNothingIsMissing() throws {
        #expect(try shell("Scripts/setup") == Ending(exit: 0, out: "", err: ""))
    }

    @Test func swiftIsFoundWithoutAPath() throws {
        let found = try shell("Scripts/find-swift").out
        #expect(found.hasSuffix("/swift\n"))
        let chosen = try shell("SWIFT=/bin/true Scripts/find-swift").out
        #expect(chosen == "/bin/true\n")
    }
}
