import Foundation
import Testing

/// `Scripts/setup-text` on machines that lack something, simulated by replacing system programs.
struct SetupTextTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        for folder in ["Scripts", "models"] {
            try FileManager.default.createDirectory(atPath: scratch.file(folder), withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(
            atPath: Repository.path("Scripts/setup-text"), toPath: scratch.file("Scripts/setup-text"))
    }

    private func program(_ name: String, _ body: String) throws {
        let path = try scratch.write("bin/\(name)", "#!/bin/bash\n\(body)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func setup() throws -> Ending {
        try shell("PATH=\(scratch.file("bin")):$PATH; Scripts/setup-text", in: scratch.path)
    }

    @Test func failedDownloadIsExplained() throws {
        try program("python3", "[[ $* == *--version* ]] && exit; echo 'pip: no network' >&2; exit 1")
        let ending = try setup()
        #expect(ending.exit == 3)
        #expect(ending.out.isEmpty)
        #expect(ending.err.contains("pip: no network"))
        #expect(ending.err.contains("pip failed; the reason stands above"))
        #expect(ending.err.hasSuffix("try again with Scripts/setup-text\n"))
    }

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
        #expect(asked.contains("--no-deps"))
        #expect(asked.contains(/rapidocr==3\.10\.0 --hash=sha256:[0-9a-f]{64}\n/))
    }

    @Test func wheelWithOtherContentIsRefused() throws {
        try program(
            "python3",
            """
            [[ $* == *--version* ]] && exit
            touch \(scratch.file(".build/rapidocr/rapidocr-3.10.0-py3-none-any.whl"))
            """)
        let ending = try setup()
        #expect(ending.exit == 3)
        #expect(ending.err.contains("the wheel is not the one that is known"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("models")).isEmpty)
    }

    /// An incomplete file is fetched again.
    @Test func damagedFilesAreNotTakenForWholeOnes() throws {
        for name in ["det", "rec"] { try scratch.write("models/ppocrv6-small-\(name).onnx", "broken") }
        for name in ["LICENSE", "MODEL_LICENSES.md"] { try scratch.write("models/licenses/ppocrv6-small/\(name)", "") }
        try program("python3", "[[ $* == *--version* ]] && exit; exit 1")
        #expect(try setup().exit == 3)
    }
}
