import EspyInference
import EspyTool
import Foundation
import Testing

/// The output of `espy worker`. python/tests/test_conformance.py tests its protocol, too.
struct WorkerCommandTests {
    private func frame(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array("{\"id\":\"\(name)\",\"bytes\":\(bytes.count)}\n".utf8) + bytes
    }

    private func object(_ line: Substring) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test func resultsAreThoseOfTheCommand() async throws {
        let scratch = try Scratch()
        let path = try scratch.write("box.jpg", try sample("box-9x9"))
        let plain = try await espy("rack", "--json", "--no-history", path)
        let input = Array("{\"id\":\"a\",\"path\":\"\(path)\"}\n".utf8)
        let ending = try await espy(["worker", "rack", "--threads", "1"], input: input)
        #expect(ending.exit == 0)
        #expect(ending.err.isEmpty)
        let lines = ending.out.split(separator: "\n")
        #expect(lines.count == 2)
        let result = try #require(try object(lines[1])["result"] as? NSDictionary)
        #expect(result == (try object(plain.out[...]) as NSDictionary))
    }

    @Test func greetingTellsWhatResultsDependOn() async throws {
        let ending = try await espy("worker", "rack", "--grid", "9x9", "--threads", "3", "--timeout", "2.5")
        let greeting = try object(ending.out[...])
        #expect(greeting["protocol"] as? Int == 1)
        #expect(greeting["verb"] as? String == "rack")
        #expect(greeting["threads"] as? Int == 3)
        #expect(greeting["inFlight"] as? Int == 3)
        #expect(greeting["options"] as? [String: String] == ["grid": "9x9", "max-dimension": "full"])
        #expect((greeting["limits"] as? [String: Any])?["seconds"] as? Double == 2.5)
    }

    @Test func nothingIsKept() async throws {
        let scratch = try Scratch()
        let ending = try await espy(
            ["worker", "rack"], variables: ["HOME": scratch.path], input: frame("a", try sample("box-9x9")))
        #expect(ending.exit == 0)
        #expect(scratch.names.isEmpty)
    }

    @Test func countsWithWhatTheProgramCountsWith() async throws {
        let photo = try Pictures.blank(width: 600, height: 100)
        let ending = try await espy(
            ["worker", "count", "--like", "1,2,30,40"], input: frame("tray", photo), counting: FakeCounting.engine)
        #expect(ending.exit == 0)
        let lines = ending.out.split(separator: "\n")
        #expect((try object(lines[0])["options"] as? [String: String])?["like"] == "1,2,30,40")
        let result = try #require(try object(lines[1])["result"] as? [String: Any])
        #expect(result["file"] as? String == "tray")
        #expect(result["count"] as? Int == 4)
    }

    @Test func aModelThatIsMissingIsToldInTheFirstLine() async throws {
        let ending = try await espy(
            ["worker", "count"],
            counting: FakeCounting.broken(.missingModel(id: "espy-detector", path: "models/espy-detector.onnx")))
        #expect(ending.exit == 2)
        let error = try #require(try object(ending.out[...])["error"] as? [String: Any])
        #expect(error["kind"] as? String == "missingModel")
        #expect(error["retryable"] as? Bool == false)
    }

    @Test func whatIsNoFrameIsTold() async throws {
        let ending = try await espy(["worker", "rack"], input: frame("a", try Pictures.blank()) + Array("[]\n".utf8))
        #expect(ending.exit == 2)
        let lines = ending.out.split(separator: "\n")
        try #require(lines.count == 3)
        #expect(lines[2].contains(#""kind":"badFrame""#))
        #expect(lines[2].contains(#""id":null"#))
    }

    @Test func workThatTakesTooLongIsAnError() throws {
        let scratch = try Scratch()
        // Decoding it cannot be stopped, and takes longer than the worker waits.
        try scratch.write("in", frame("a", try Pictures.blank(width: 12_000, height: 9_000)) + frame("b", []))
        let file = scratch.file("in")
        let ending = try shell("\"$espy\" worker rack --threads 1 --timeout 0.05 < '\(file)'")
        #expect(ending.out.contains(#""kind":"timeout""#), "\(ending)")
        #expect(ending.out.split(separator: "\n").count == (ending.exit == 0 ? 3 : 2))
    }

    @Test func aPhotoThatNeedsTooMuchEndsTheWorker() throws {
        let scratch = try Scratch()
        // It may be decoded, but analyzing it takes too much.
        try scratch.write("in", frame("a", try Pictures.blank(width: 3_600, height: 2_400)))
        let file = scratch.file("in")
        let ending = try shell("\"$espy\" worker rack --threads 1 --max-memory 64 < '\(file)'")
        #expect(ending.exit == 2, "\(ending)")
        #expect(ending.out.contains(#""kind":"memory""#), "\(ending)")
    }

    @Test func aPhotoThatUnpacksToTooMuchIsRefusedAlone() throws {
        let scratch = try Scratch()
        try scratch.write("in", frame("a", try Pictures.blank(width: 12_000, height: 9_000)) + frame("b", []))
        let file = scratch.file("in")
        let ending = try shell("\"$espy\" worker rack --threads 1 --max-memory 128 < '\(file)'")
        #expect(ending.exit == 0, "\(ending)")
        #expect(ending.out.contains(#""kind":"tooManyPixels""#), "\(ending)")
        #expect(ending.out.contains(#""kind":"empty""#), "\(ending)")
    }

    @Test func theVerbsAreNamed() async throws {
        let ending = try await espy("worker")
        #expect(ending.exit == 64)
        #expect(ending.err.contains("worker rack, worker count, worker shelf, worker tag"))
    }
}
