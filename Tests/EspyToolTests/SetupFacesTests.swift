import Foundation
import Testing

/// `Scripts/setup-faces` on machines that lack something, simulated by replacing system programs.
struct SetupFacesTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        for folder in ["Scripts", "models"] {
            try FileManager.default.createDirectory(atPath: scratch.file(folder), withIntermediateDirectories: true)
        }
        for name in ["setup-faces", "dlib-to-onnx"] {
            try FileManager.default.copyItem(
                atPath: Repository.path("Scripts/\(name)"), toPath: scratch.file("Scripts/\(name)"))
        }
    }

    private func program(_ name: String, _ body: String) throws {
        let path = try scratch.write("bin/\(name)", "#!/bin/bash\n\(body)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func setup() throws -> Ending {
        try shell("PATH=\(scratch.file("bin")):$PATH; Scripts/setup-faces", in: scratch.path)
    }

    @Test func failedDownloadIsExplained() throws {
        try program("python3", "[[ $* == *--version* ]] && exit; echo 'pip: no network' >&2; exit 1")
        let ending = try setup()
        #expect(ending.exit == 3)
        #expect(ending.out.isEmpty)
        #expect(ending.err.contains("pip: no network"))
        #expect(ending.err.contains("pip failed; the reason stands above"))
        #expect(ending.err.hasSuffix("try again with Scripts/setup-faces\n"))
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
        #expect(asked.contains(/mediapipe==0\.10\.14 --hash=sha256:[0-9a-f]{64}\n/))
    }

    @Test func wheelWithOtherContentIsRefused() throws {
        try program(
            "python3",
            """
            [[ $* == *--version* ]] && exit
            touch \(scratch.file(".build/faces/mediapipe-0.10.14-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"))
            """)
        let ending = try setup()
        #expect(ending.exit == 3)
        #expect(ending.err.contains("the package of mediapipe is not the one that is known"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("models")).isEmpty)
    }

    /// An incomplete file is fetched again.
    @Test func damagedFilesAreNotTakenForWholeOnes() throws {
        for name in ["mediapipe-faces.tflite", "dlib-faces.onnx"] { try scratch.write("models/\(name)", "broken") }
        for name in ["mediapipe-faces", "dlib-faces"] { try scratch.write("models/licenses/\(name)/LICENSE", "") }
        try program("python3", "[[ $* == *--version* ]] && exit; exit 1")
        #expect(try setup().exit == 3)
    }

    /// dlib's file is read as far as it is understood, and not a byte further.
    @Test(arguments: [
        "", "dlib", "\u{1}\u{5}con_4", "\u{1}\u{5}con_4\u{1}\u{2}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{1}\u{7F}",
    ])
    func filesThatAreNotDlibsAreRefused(content: String) throws {
        try scratch.write("network.dat", content)
        let ending = try shell("Scripts/dlib-to-onnx network.dat network.onnx", in: scratch.path)
        #expect(ending.exit == 1)
        #expect(!ending.err.contains("Traceback"), "\(ending.err)")
        #expect(!FileManager.default.fileExists(atPath: scratch.file("network.onnx")))
    }
}
