import EspyInference
import EspySamples
import EspySystem
import Foundation
import Testing

struct RuntimeTests {
    private func reason(_ folders: [String]) -> String? {
        do throws(InferenceError) {
            return try InferenceRuntime(folders: folders).version()
        } catch {
            guard case .runtimeUnavailable(let reason) = error else { return nil }
            return reason
        }
    }

    @Test func absentRuntimeSaysWhatToDo() throws {
        let text = try #require(reason(["/nowhere", "/else"]))
        #expect(text.contains("/nowhere, /else"))
        #expect(text.contains("Scripts/setup-openvino"))
        #expect(reason([])?.contains("ESPY_OPENVINO") == true)
    }

    @Test func fileThatIsNoLibraryIsAnError() throws {
        let bench = try Bench()
        try bench.write("libopenvino_c.so.1", [1, 2, 3])
        #expect(try #require(reason([bench.folder])).contains("cannot be used"))
    }

    // A library without any of the functions: the C library's math.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/lib/x86_64-linux-gnu/libm.so.6")))
    func libraryOfAnotherKindIsAnError() throws {
        let bench = try Bench()
        try FileManager.default.createSymbolicLink(
            atPath: "\(bench.folder)/libopenvino_c.so", withDestinationPath: "/lib/x86_64-linux-gnu/libm.so.6")
        #expect(try #require(reason([bench.folder])).contains("no function ov_get_openvino_version"))
    }

    @Test(.enabled(if: Bench.hasRuntime)) func versionIsOneThatIsKnown() throws {
        #expect(try InferenceRuntime().version().hasPrefix("2026."))
    }
}

// Skipped where the runtime is absent: Scripts/setup fetches it.
@Suite(.enabled(if: Bench.hasRuntime))
struct LoaderTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// Returns the error of loading a tiny model after `change` to its entry, with `bytes` in place of its file.
    private func error(
        _ tiny: TinyModel = TinyModel(), bytes: [UInt8]? = nil, _ change: (inout ModelEntry) -> Void = { _ in }
    ) async throws -> InferenceError? {
        var entry = ModelEntry.tiny(tiny)
        change(&entry)
        try bench.add(entry)
        try bench.write("tiny.onnx", bytes ?? tiny.onnx)
        do {
            _ = try await bench.loader().load("tiny")
            return nil
        } catch let error as InferenceError {
            return error
        }
    }

    @Test func missingFileIsAnError() async throws {
        try bench.add(.tiny())
        await #expect(throws: InferenceError.missingModel(id: "tiny", path: "\(bench.folder)/tiny.onnx")) {
            try await bench.loader().load("tiny")
        }
    }

    @Test func folderInPlaceOfTheFileIsAnError() async throws {
        try bench.add(.tiny())
        try FileManager.default.createDirectory(
            atPath: "\(bench.folder)/tiny.onnx", withIntermediateDirectories: true)
        await #expect(throws: InferenceError.missingModel(id: "tiny", path: "\(bench.folder)/tiny.onnx")) {
            try await bench.loader().load("tiny")
        }
    }

    @Test func otherTaskIsAnError() async throws {
        _ = try await bench.model(TinyModel())
        let expected = InferenceError.wrongTask(id: "tiny", expected: .detector, found: .embedder)
        await #expect(throws: expected) { try await bench.loader().load("tiny", task: .detector) }
        #expect(try await bench.loader().load("tiny", task: .embedder).entry.id == "tiny")
    }

    @Test func checksumIsHeldAgainstTheFile() async throws {
        let bytes = TinyModel().onnx
        let right = SHA256.hex(of: bytes)
        #expect(try await error { $0.sha256 = right } == nil)
        var wrong = bytes
        wrong[wrong.count - 1] ^= 1
        let found = SHA256.hex(of: wrong)
        let expected = InferenceError.wrongChecksum(id: "tiny", expected: right, found: found)
        #expect(try await error(bytes: wrong) { $0.sha256 = right } == expected)
    }

    @Test func fileThatChangesIsCheckedAgain() async throws {
        let right = SHA256.hex(of: TinyModel().onnx)
        #expect(try await error { $0.sha256 = right } == nil)
        #expect(try await error(bytes: [1, 2]) { $0.sha256 = right } != nil)
        #expect(try await error { $0.sha256 = right } == nil)
    }

    @Test func sizeIsHeldAgainstTheFile() async throws {
        let count = TinyModel().onnx.count
        #expect(try await error { $0.bytes = count } == nil)
        let expected = InferenceError.wrongChecksum(id: "tiny", expected: "7 bytes", found: "\(count) bytes")
        #expect(try await error { $0.bytes = 7 } == expected)
    }

    private func isCorrupt(_ error: InferenceError?) -> Bool {
        guard case .corruptModel("tiny", let reason)? = error else { return false }
        return !reason.isEmpty && !reason.contains("\n")
    }

    @Test func garbageIsCorrupt() async throws {
        for bytes in [[], [0], Array("not a model".utf8), [UInt8](repeating: 0xFF, count: 5000)] {
            #expect(isCorrupt(try await error(bytes: bytes)), "\(bytes.prefix(4))")
        }
    }

    // A file truncated anywhere is rejected, by the runtime or because of its shapes.
    @Test func truncatedFileIsAnError() async throws {
        let bytes = TinyModel().onnx
        for count in stride(from: 1, to: bytes.count - 1, by: 23) {
            #expect(try await error(bytes: Array(bytes[..<count])) != nil, "\(count)")
        }
    }

    // A flipped bit may leave a usable model, but must never crash the program.
    @Test func flippedBitsAreSurvived() async throws {
        let bytes = TinyModel().onnx
        var errors = 0
        for index in stride(from: 0, to: bytes.count, by: 3) {
            var damaged = bytes
            damaged[index] ^= UInt8(1 << (index % 8))
            if try await error(bytes: damaged) != nil { errors += 1 }
        }
        #expect(errors > 10)
    }

    @Test func otherShapesAreToldApart() async throws {
        let shorter = InferenceError.wrongShape(id: "tiny", expected: "8 x 5", found: "8 x 4")
        #expect(try await error { $0.output.columns = 5 } == shorter)
        guard case .wrongShape(_, "? x 3 x 9 x 8", _)? = try await error(TinyModel(), { $0.input.height = 9 }) else {
            Issue.record("another side was accepted")
            return
        }
        let huge = TinyModel(batch: 2000)
        guard case .wrongShape? = try await error(huge) else {
            Issue.record("a huge batch was accepted")
            return
        }
    }

    @Test func detectorAnswersAreHeldAgainstRows() async throws {
        let tiny = TinyModel(side: 64, answer: [84, 6])
        #expect(
            try await error(tiny) {
                $0.task = .detector
                $0.output = ModelOutput(kind: .yoloxRaw, rows: 84, columns: 6, strides: [8, 16, 32])
            } == nil)
        let found = try await error(TinyModel(side: 64, answer: [83, 6])) {
            $0.task = .detector
            $0.output = ModelOutput(kind: .yoloxRaw, rows: 84, columns: 6, strides: [8, 16, 32])
        }
        #expect(found == .wrongShape(id: "tiny", expected: "8 x 84 x 6", found: "8 x 83 x 6"))
    }
}
