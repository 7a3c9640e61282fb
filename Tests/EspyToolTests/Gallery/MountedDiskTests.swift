import Espy
import Foundation
import Testing

/// A disk in an added folder that is mounted and unmounted. Skipped on systems that do not let ordinary users mount
/// disks.
struct MountedDiskTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    static let canMount: Bool = {
        let folder = NSTemporaryDirectory()
        return (try? shell("unshare -Urm mount -t tmpfs none '\(folder)'").exit) == 0
    }()

    /// Runs a script in which `mount` and `umount` work. `update` indexes, and `count` prints the number of photos.
    private func run(_ script: String) throws -> Ending {
        let photo = try ImageEncoder.jpeg(RGBImage(width: 60, height: 40, red: 200, green: 90, blue: 20))
        let other = try ImageEncoder.jpeg(RGBImage(width: 60, height: 40, red: 20, green: 90, blue: 200))
        try scratch.write("here.jpg", photo)
        try scratch.write("there.jpg", other)
        let tools = """
            export XDG_DATA_HOME=$PWD/data
            flags='--tagger none --detector none --classifier none --faces none --language none --quiet'
            update() { $espy gallery update $flags || [ $? = 1 ]; }
            count() { $espy gallery search --limit 0 | wc -l; }
            plug() { mkdir -p photos/disk; mount -t tmpfs none photos/disk; cp there.jpg photos/disk; }
            mkdir photos; cp here.jpg photos; plug
            $espy gallery add photos $flags >/dev/null; count

            """
        try scratch.write("script.sh", tools + script)
        return try shell("export espy; unshare -Urm bash -e script.sh", in: scratch.path)
    }

    @Test(.enabled(if: canMount), arguments: ["", "rmdir photos/disk"])
    func aDiskThatIsAwayLosesNothing(then: String) throws {
        let ending = try run(
            """
            umount photos/disk; \(then.isEmpty ? ":" : then)
            update; count; $espy gallery problems || [ $? = 1 ]
            plug; update; count; $espy gallery problems || [ $? = 1 ]
            """)
        #expect(ending.exit == 0, "\(ending.err)")
        let lines = ending.out.split(separator: "\n").filter { Int($0) != nil }
        #expect(lines == ["2", "2", "2"])
        let told = ending.out.components(separatedBy: "the disk is not connected")
        #expect(told.count == 2 && told[0].contains("photos/disk"), "\(ending.out)")
    }

    @Test(.enabled(if: canMount)) func whatIsDeletedOnADiskIsGone() throws {
        let ending = try run("rm photos/disk/there.jpg; update; count; umount photos/disk; update; count")
        #expect(ending.out == "2\n1\n1\n", "\(ending.err)")
    }

    @Test(.enabled(if: canMount)) func aDiskCanBeForgotten() throws {
        let ending = try run("umount photos/disk; $espy gallery remove photos/disk; update; count")
        #expect(ending.out.hasPrefix("2\n"), "\(ending.err)")
        #expect(ending.out.hasSuffix("1\n"), "\(ending.err)")
    }
}
