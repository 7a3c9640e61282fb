import EspyTool
import Foundation
import Testing

struct WorkerFrameTests {
    private func frames(
        _ text: String, piece: Int = 7, mostBytes: Int = 100
    ) throws(WorkerFrameError) -> [WorkerFrame] {
        var parser = WorkerFrameParser(mostBytes: mostBytes)
        var rest = Array(text.utf8)[...]
        var found: [WorkerFrame] = []
        while !rest.isEmpty {
            parser.feed(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            while let frame = try parser.next() { found.append(frame) }
        }
        try parser.finish()
        return found
    }

    @Test(arguments: [1, 2, 7, 1000])
    func framesComeInAnyPieces(piece: Int) throws {
        let text =
            "{\"id\":\"a\",\"bytes\":3}\nxy\n{\"id\":\"b\",\"path\":\"ö.jpg\"}\r\n"
            + "{\"bytes\":0,\"new\":[1],\"id\":\"c\"}\n"
        let found = try frames(text, piece: piece)
        #expect(found.map(\.id) == ["a", "b", "c"])
        #expect(found.map(\.content) == [.bytes(Array("xy\n".utf8)), .path("ö.jpg"), .bytes([])])
    }

    @Test(arguments: [1, 64]) func tooManyBytesArePassedOver(piece: Int) throws {
        let body = String(repeating: "{", count: 101)
        let found = try frames("{\"id\":\"a\",\"bytes\":101}\n\(body){\"id\":\"b\",\"bytes\":1}\n?", piece: piece)
        #expect(found.map(\.content) == [.tooLarge(101), .bytes([0x3F])])
    }

    @Test func aHeaderIsNotBelieved() throws {
        var parser = WorkerFrameParser(mostBytes: .max)
        parser.feed(Array("{\"id\":\"a\",\"bytes\":9000000000000000}\nx".utf8)[...])
        #expect(try parser.next() == nil)
        #expect(throws: WorkerFrameError.truncated(id: "a")) { try parser.finish() }
    }

    @Test(arguments: [
        "\n", "[]\n", "{\n", "{\"id\":\"a\"}\n", "{\"id\":1,\"bytes\":1}\n", "{\"id\":\"\",\"bytes\":1}\n",
        "{\"id\":\"a\",\"bytes\":-1}\n", "{\"id\":\"a\",\"bytes\":1e300}\n",
        "{\"id\":\"a\",\"bytes\":1,\"path\":\"b\"}\n",
        "{\"id\":\"a\",\"path\":\"\\u0000\"}\n", "{" + String(repeating: " ", count: 65_536) + "}\n",
        "{" + String(repeating: " ", count: 65_600),
    ])
    func whatIsNoHeaderIsTold(text: String) {
        do throws(WorkerFrameError) {
            Issue.record("\(try frames(text, piece: 500))")
        } catch {
            if case .truncated = error { Issue.record("\(error)") }
        }
    }

    @Test func theEndOfTheInputIsTold() {
        #expect(throws: WorkerFrameError.truncated(id: nil)) { _ = try frames("{\"id\":\"a\"") }
        #expect(throws: WorkerFrameError.truncated(id: "a")) { _ = try frames("{\"id\":\"a\",\"bytes\":3}\nxy") }
    }
}
