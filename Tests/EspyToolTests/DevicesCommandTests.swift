import EspyApp
import EspyServer
import EspySystem
import EspyTool
import Foundation
import Testing

/// `espy devices`, and the output of `espy serve --lan` on the terminal.
struct DevicesCommandTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func run(_ arguments: String...) async throws -> Ending {
        try await espy(arguments, variables: ["XDG_DATA_HOME": scratch.path, "TZ": "UTC"])
    }

    private static let start = 1_771_597_822

    private func book(seed: UInt8 = 0) throws -> DeviceStore {
        try FileManager.default.createDirectory(atPath: scratch.file("espy"), withIntermediateDirectories: true)
        let clock = ServerClock(now: { Self.start }, elapsed: { 0 })
        // The same digits for each device, so that the IDs are known: two devices have two seeds.
        return try DeviceStore(
            path: scratch.file("espy/devices.json"), clock: clock, random: RandomSource { UInt64(seed) })
    }

    @Test func withoutDevicesThereIsNothing() async throws {
        let ending = try await run("devices")
        #expect(ending == Ending(exit: 0, out: "", err: "no device is paired; see espy serve --lan\n"))
        #expect(scratch.names == [])
        #expect(try await run("devices", "list", "-q") == Ending(exit: 0, out: "", err: ""))
    }

    @Test func devicesAreListed() async throws {
        _ = try await book(seed: 1).add(name: "iPhone, Safari")
        _ = try await book(seed: 2).add(name: "Ada’s tablet")
        let ending = try await run("devices")
        let lines = ending.out.split(separator: "\n").map(String.init)
        #expect(ending.exit == 0)
        #expect(ending.err == "")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("0202020202020202  2026-02-20 "))
        #expect(lines[0].hasSuffix("  Ada’s tablet"))
        #expect(lines[1].hasPrefix("0101010101010101  2026-02-20 "))
        #expect(lines[1].hasSuffix("  iPhone, Safari"))
        let json = try await run("devices", "list", "--json")
        let first = try #require(json.out.split(separator: "\n").first)
        #expect(
            first == """
                {"created":1771597822,"id":"0202020202020202","lastSeen":1771597822,"name":"Ada’s tablet"}
                """)
    }

    @Test func aDeviceIsPutOutByTheBeginningOfItsID() async throws {
        let (_, token) = try await book(seed: 1).add(name: "iPhone, Safari")
        _ = try await book(seed: 2).add(name: "tablet")
        let ending = try await run("devices", "revoke", "0101")
        #expect(ending == Ending(exit: 0, out: "", err: "revoked 0101010101010101 (iPhone, Safari)\n"))
        #expect(try await book().all().map(\.name) == ["tablet"])
        #expect(try await book().device(token: token) == nil)
    }

    @Test func whatIsNotClearPutsNobodyOut() async throws {
        _ = try await book(seed: 1).add(name: "phone")
        let missing = try await run("devices", "revoke", "0101", "ffff")
        #expect(missing.exit == 2)
        #expect(missing.err == "espy: no device “ffff”; see “espy devices”\n")
        let short = try await run("devices", "revoke", "010")
        #expect(short.exit == 64)
        #expect(short.err.contains("at least 4 characters"))
        #expect(try await run("devices", "revoke").exit == 64)
        #expect(try await book().all().count == 1)
    }

    @Test func aDamagedListIsTold() async throws {
        try scratch.write("espy/devices.json", "no list")
        let ending = try await run("devices")
        #expect(ending.exit == 2)
        #expect(
            ending.err.hasSuffix("espy/devices.json: contains no list of devices; move it aside, and pair them again\n")
        )
    }

    @Test func theTerminalShowsHowToPair() {
        let invitation = Invitation(code: "ABCD-EFGH", expires: Self.start)
        func text(_ pages: [String], width: Int?) -> String {
            PairingDisplay.text(
                pages: pages, link: pages[0] + "#ABCD-EFGH", invitation, width: width, hasColor: false)
        }
        let pages = ["http://192.168.1.5:8177/pair", "http://[fd00::5]:8177/pair"]
        let until = "(valid until \(Timestamp.time(Self.start)))"
        let plain = """
            To pair a phone, open http://192.168.1.5:8177/pair on it and type ABCD-EFGH \(until);
            other addresses of this machine: http://[fd00::5]:8177/pair
            """
        #expect(text(pages, width: nil) == plain)
        #expect(text([pages[0]], width: nil) == plain.split(separator: ";\n")[0] + ".")
        // If it does not fit, a picture would be useless.
        #expect(text(pages, width: 30) == plain)
        let shown = text(pages, width: 80)
        #expect(shown.hasSuffix("\n" + plain))
        #expect(shown.hasPrefix("█████"))
        #expect(shown.contains(QRCode("\(pages[0])#ABCD-EFGH")?.blocks(hasColor: false) ?? "none"))
    }
}
