import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

struct DeviceStoreTests {
    private let time = StoppedClock()
    private let folder: TestFolder
    private var path: String { folder.file("devices.json") }

    init() throws { folder = try TestFolder() }

    private func open(seed: UInt64 = 1) throws -> DeviceStore {
        try DeviceStore(path: path, clock: time.clock, random: testRandom(seed: seed))
    }

    @Test func devicesOutliveTheServer() async throws {
        let (device, token) = try await open().add(name: "phone")
        let again = try open(seed: 2)
        #expect(await again.all() == [device])
        #expect(await again.device(token: token) == device)
    }

    @Test func theFileIsForItsOwnerAndHoldsNoToken() async throws {
        let (device, token) = try await open().add(name: "phone")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(device.id))
        #expect(!text.contains(token))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["devices.json"])
    }

    @Test func lookingMakesNoFile() async throws {
        let book = try open()
        #expect(await book.all().isEmpty)
        #expect(await book.device(token: "x") == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: ["", "[]", "{", #"{"version":2,"devices":[]}"#, #"{"version":1}"#, "\u{0}\u{1}"])
    func aDamagedFileIsLeftAsItIs(text: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: RecordFileError.self) { try open() }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test func aFolderInItsPlaceIsRefused() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: RecordFileError.self) { try open() }
    }

    @Test func whereNothingCanBeWrittenNobodyIsLetIn() async throws {
        let book = try DeviceStore(path: folder.file("none/devices.json"), clock: time.clock)
        await #expect(throws: HTTPProblem.devicesNotKept) { try await book.add(name: "phone") }
        #expect(await book.all().isEmpty)
    }

    /// A full disk must not keep a stolen phone paired.
    @Test func aDeviceIsOutAlsoWhenThatCannotBeWritten() async throws {
        let (device, token) = try await open().add(name: "phone")
        // A path that can be read, but is so long that a longer file name beside it would exceed the limit.
        var deep = folder.path
        while deep.utf8.count < 4_088 {
            deep += "/" + String(repeating: "x", count: min(200, 4_087 - deep.utf8.count))
        }
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        let long = "\(deep)/d"
        try FileManager.default.moveItem(atPath: path, toPath: long)
        let book = try DeviceStore(path: long, clock: time.clock)
        #expect(await book.device(token: token) != nil)
        await #expect(throws: HTTPProblem.devicesNotKept) { try await book.remove(device.id) }
        #expect(await book.device(token: token) == nil)
        #expect(await book.all().isEmpty)
    }

    @Test func changesOfAnotherProcessAreSeen() async throws {
        let server = try open()
        let (device, token) = try await server.add(name: "phone")
        let other = try open(seed: 2)
        #expect(try await other.remove(device.id))
        #expect(await server.device(token: token) == nil)
        // Neither loses what the other has added.
        _ = try await other.add(name: "second")
        _ = try await server.add(name: "third")
        #expect(await Set(other.all().map(\.name)) == ["second", "third"])
    }

    @Test func whatIsSentEndsWhenAnotherProcessPutsTheDeviceOut() async throws {
        let server = try open()
        let device = try await server.add(name: "phone").device
        let (events, _) = AsyncStream.makeStream(of: ServerEvent.self)
        let stream = server.whilePaired(device.id, events)
        #expect(try await open(seed: 2).remove(device.id))
        for await _ in stream {}
    }

    @Test func devicesAreOutAfterHalfAYear() async throws {
        let book = try open()
        let (_, token) = try await book.add(name: "phone")
        time.advance(Double(Device.lifetime) - 1)
        #expect(await book.device(token: token) != nil)
        time.advance(1)
        #expect(await book.device(token: token) == nil)
        #expect(await book.all().isEmpty)
    }

    @Test func lastSeenIsWrittenOnceAMinute() async throws {
        let book = try open()
        let (_, token) = try await book.add(name: "phone")
        // Another process reads the content of the file.
        func written() async throws -> Int? { try await open(seed: 2).all().first?.lastSeen }
        time.advance(59)
        #expect(await book.device(token: token)?.lastSeen == StoppedClock.start)
        #expect(try await written() == StoppedClock.start)
        time.advance(1)
        #expect(await book.device(token: token)?.lastSeen == StoppedClock.start + 60)
        #expect(try await written() == StoppedClock.start + 60)
    }

    @Test func thereIsAnEndToDevices() async throws {
        let book = try open()
        for number in 0..<DeviceStore.most { _ = try await book.add(name: "\(number)") }
        await #expect(throws: HTTPProblem.tooManyDevices) { try await book.add(name: "one more") }
        let last = try #require(await book.all().first)
        // Pairing again does not take another place.
        _ = try await book.add(name: "again", replacing: last.id)
        #expect(await book.all().count == DeviceStore.most)
    }

    @Test func manyAtOnceAreAllKept() async throws {
        let books = [try open(), try open(seed: 2)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 { group.addTask { _ = try await books[number % 2].add(name: "\(number)") } }
            try await group.waitForAll()
        }
        #expect(try await open(seed: 3).all().count == 20)
    }
}
