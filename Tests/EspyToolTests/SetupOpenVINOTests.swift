import Foundation
import Testing

/// `Scripts/setup-openvino` on machines that lack something, simulated by replacing system programs.
struct SetupOpenVINOTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.file("Scripts"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Repository.path("Scripts/setup-openvino"), toPath: scratch.file("Scripts/setup-openvino"))
        try program("uname", "echo Linux x86_64")
    }

    private func program(_ name: String, _ body: String) throws {
        let path = try scratch.write("bin/\(name)", "#!/bin/bash\n\(body)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func setup() throws -> Ending {
        try shell("PATH=\(scratch.file("bin")):$PATH; Scripts/setup-openvino", in: scratch.path)
    }

    private var kept: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: scratch.file(".build")).sorted()) ?? []
    }

    @Test func failedDownloadIsExplained() throws {
        try program("python3", "[[ $* == *--version* ]] && exit; echo 'pip: no network' >&2; exit 1")
        let ending = try setup()
        #expect(ending.exit == 3)
        #expect(ending.out.isEmpty)
        #expect(ending.err.contains("pip: no network"))
        #expect(ending.err.contains("pip failed; the reason stands above"))
        #expect(ending.err.hasSuffix("try again with Scripts/setup-openvino\n"))
        #expect(kept.isEmpty)
    }

    // Exactly one file, whichever Python is installed.
    @Test func pipIsToldExactlyWhatToFetch() throws {
        try program(
            "python3",
            """
            [[ $* == *--version* ]] && exit
            echo "$*" >> \(scratch.file("asked")); cat "${@: -1}" >> \(scratch.file("asked")); exit 1
            """)
        _ = try setup()
        let asked = try scratch.text("asked")
        #expect(asked.contains("--require-hashes"))
        #expect(asked.contains("--platform manylinux_2_28_x86_64"))
        #expect(asked.contains("--abi cp311"))
        #expect(asked.contains("--no-deps"))
        #expect(asked.contains(/openvino==2026\.4\.1 --hash=sha256:[0-9a-f]{64}\n/))
    }

    @Test func wheelWithoutALibraryIsRefused() throws {
        let python = """
            [[ $* == *--version* ]] && exit
            [[ $2 == pip ]] && exit
            cat > /dev/null; mkdir "$2/openvino"; touch "$2/openvino/libopenvino_c.so.1"
            """
        try program("python3", python)
        let ending = try setup()
        #expect(ending.exit == 3)
        #expect(ending.err.contains("a library is missing in the wheel"))
        #expect(kept.isEmpty)
    }

    @Test func wholeFolderIsLeftAlone() throws {
        for name in 1...7 { try scratch.write(".build/openvino/lib\(name).so", "") }
        try scratch.write(".build/openvino/VERSION", "2026.4.1\n")
        try program("python3", "touch \(scratch.file("asked")); exit 1")
        #expect(try setup() == Ending(exit: 0, out: "", err: ""))
        #expect(!scratch.names.contains("asked"))
    }

    @Test func ownRuntimeIsLeftAlone() throws {
        let ending = try shell("ESPY_OPENVINO=/opt/openvino Scripts/setup-openvino", in: scratch.path)
        #expect(ending == Ending(exit: 0, out: "", err: ""))
        #expect(kept.isEmpty)
    }

    @Test func unknownMachineDoesWithout() throws {
        try program("uname", "echo Plan9 mips")
        let ending = try setup()
        #expect(ending.exit == 0)
        #expect(ending.err.contains("no OpenVINO is known for Plan9 mips"))
    }
}
