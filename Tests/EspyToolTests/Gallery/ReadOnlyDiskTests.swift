import Foundation
import Testing

/// The data is on a read-only disk. Skipped on systems that do not let ordinary users mount disks.
struct ReadOnlyDiskTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(.enabled(if: MountedDiskTests.canMount)) func aChangeIsRefusedInOneSentence() throws {
        try scratch.write(
            "script.sh",
            """
            export XDG_DATA_HOME=$PWD/data XDG_CONFIG_HOME=$PWD/config
            mkdir data photos; mount -t tmpfs none data; cp "$photo" photos/box.jpg
            "$espy" gallery add photos --tagger none --language none -q
            "$espy" rack photos/box.jpg -q > /dev/null
            entry=$("$espy" history list --json | grep -o '"id":"[^"]*' | head -n 1 | cut -d '"' -f 4)
            mount -o remount,ro data
            "$espy" gallery status 2>&1 >/dev/null | sed 's/^/look: /'
            "$espy" history list 2>&1 >/dev/null | sed 's/^/look: /'
            "$espy" gallery rate 3 photos/box.jpg 2>&1 | sed 's/^/change: /'
            "$espy" history favorite "$entry" 2>&1 | sed 's/^/change: /'
            """)
        let photo = Repository.path("Tests/Samples/rack/box-9x9.jpg")
        let ending = try shell(
            "export espy; unshare -Urm bash script.sh", in: scratch.path, variables: ["photo": photo])
        let lines = ending.out.split(separator: "\n").map(String.init)
        let looks = lines.filter { $0.hasPrefix("look: ") }
        let changes = lines.filter { $0.hasPrefix("change: ") }
        #expect(looks.count == 2, "\(ending)")
        #expect(looks.allSatisfy { $0.contains("read-only: ") }, "\(ending)")
        #expect(changes.count == 2, "\(ending)")
        #expect(changes.allSatisfy { !$0.contains("shown as") }, "\(ending)")
    }
}
