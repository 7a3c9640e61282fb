import Foundation
import Testing

/// `Scripts/setup` and the launcher on machines that lack something, simulated by replacing system programs.
struct SetupTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        // Libraries are “there” once apt-get was asked to install them.
        try program("pkg-config", "[[ -e \(scratch.file("installed")) ]]")
    }

    private func program(_ name: String, _ body: String) throws {
        let path = try scratch.write("bin/\(name)", "#!/bin/bash\n\(body)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func setup(prefix: String = "") throws -> Ending {
        try shell("PATH=\(scratch.file("bin")):$PATH; chmod 755 \(scratch.path); \(prefix) Scripts/setup")
    }

    // Only root installs without asking.
    @Test(.enabled(if: getuid() == 0)) func missingPackagesAreInstalled() throws {
        try program("apt-get", "echo \"$@\" >> \(scratch.file("log")); touch \(scratch.file("installed"))")
        let ending = try setup()
        #expect(ending.exit == 0)
        #expect(ending.out.isEmpty)
        #expect(ending.err.hasPrefix("espy: installing packages: make pkg-config libturbojpeg0-dev"))
        let log = try scratch.text("log").split(separator: "\n")
        #expect(log.count == 1)
        for package in ["libheif-dev", "liblcms2-dev", "libfontconfig-dev", "fonts-unifont", "libtesseract-dev", "-y"] {
            #expect(log[0].split(separator: " ").contains(package[...]))
        }
    }

    @Test(.enabled(if: getuid() == 0)) func absentPackageListsAreFetched() throws {
        try program(
            "apt-get",
            """
            echo "$1" >> \(scratch.file("log"))
            if [[ $1 == update ]]; then touch \(scratch.file("lists")); exit; fi
            [[ -e \(scratch.file("lists")) ]] && touch \(scratch.file("installed"))
            """)
        #expect(try setup().exit == 0)
        #expect(try scratch.text("log") == "install\nupdate\ninstall\n")
    }

    @Test(.enabled(if: getuid() == 0)) func failedInstallationIsAnError() throws {
        try program("apt-get", "exit 0")
        let ending = try setup()
        #expect(ending.exit == 2)
        #expect(ending.err.hasSuffix("the packages were installed, yet a library, font or language is still missing\n"))
    }

    // A user who may not install packages is shown the command to run.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
    func othersAreToldWhatToRun() throws {
        try program("sudo", "exit 1")
        try program("apt-get", "touch \(scratch.file("asked"))")
        // The scripts may be in a place that only root can read.
        let copy =
            "cp Scripts/{setup,install-packages} \(scratch.path); chmod 755 \(scratch.path)/{setup,install-packages}"
        let drop = getuid() == 0 ? "setpriv --reuid 65534 --clear-groups" : ""
        let ending = try shell(
            "PATH=\(scratch.file("bin")):$PATH; chmod 755 \(scratch.path); \(copy); \(drop) \(scratch.path)/setup")
        #expect(ending.exit == 2)
        #expect(ending.err.contains("run this as root"))
        #expect(ending.err.contains("    apt-get update && apt-get install -y"))
        #expect(!scratch.names.contains("asked"))
    }

    @Test func launcherBuildsWhenSourcesAreNewer() throws {
        let script = """
            mkdir -p Scripts Sources .build/release && cp "\(Repository.path("espy"))" . && touch Package.swift
            printf '#!/bin/bash\\necho built; mkdir -p .build; touch .build/espy.stamp\\n' > Scripts/build
            printf '#!/bin/bash\\necho "runs $*"\\n' > .build/release/espy
            chmod +x Scripts/build .build/release/espy; unset ESPY_BINARY
            ./espy one "two  three" 2>build.log; cat build.log
            ./espy again 2>build.log; cat build.log
            sleep 0.05; touch Sources/new.swift; ./espy third 2>build.log; cat build.log
            """
        let ending = try shell(script, in: scratch.path)
        #expect(ending.out == "runs one two  three\nbuilt\nruns again\nruns third\nbuilt\n")
    }
}
