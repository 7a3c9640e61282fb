import Espy
import EspyApp
import EspyTool
import Foundation
import Testing

/// The effects of the options of `espy count`.
struct CountOptionTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = try scratch.write("a.jpg", try Pictures.blank(width: 600, height: 100))
    }

    private func count(_ flags: String..., variables: [String: String] = [:]) async throws -> Ending {
        try await espy(["count", path] + flags, variables: variables, counting: FakeCounting.engine)
    }

    /// Returns the options that the counter receives.
    private func options(_ flags: [String], variables: [String: String] = [:]) async throws -> CountOptions {
        let ending = try await espy(
            ["count", path, "--json", "-q"] + flags, variables: variables, counting: FakeCounting.engine)
        return try JSONDecoder().decode(Count.self, from: Data(ending.out.utf8)).parameters
    }

    @Test func usualOptions() async throws { #expect(try await options([]) == CountOptions()) }

    @Test func anExampleIsSoughtUnlessAPipelineIsNamed() async throws {
        let example = ["--like", "120,20,64,60"]
        #expect(try await options(example).chosenPipeline == .seeker)
        #expect(try await options(example + ["--pipeline", "adaptive"]).pipeline == .adaptive)
        #expect(try await options(["--pipeline", "seeker"]).pipeline == .seeker)
    }

    @Test func everyOptionReachesTheCounter() async throws {
        let flags = [
            "--like", "120, 20,64,60.5", "--region=0,0,600,0,600,90", "--exclude", "1,2,3,4,5,6", "--exclude",
            "7,8,9,10,11,0", "--border", "half", "--confidence", "0.2", "--similarity", "0.9", "--no-size-filter",
            "--no-aspect-filter", "--reference",
        ]
        func points(_ numbers: Double...) -> [Point] {
            stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
        }
        let wanted = CountOptions(
            pipeline: .reference, confidence: 0.2, similarity: 0.9, filtersSize: false, filtersAspect: false,
            border: .half, like: Rect(x: 120, y: 20, width: 64, height: 60.5), region: points(0, 0, 600, 0, 600, 90),
            exclusions: [points(1, 2, 3, 4, 5, 6), points(7, 8, 9, 10, 11, 0)])
        #expect(try await options(flags) == wanted)
    }

    @Test func constantsReachTheReferencePipeline() async throws {
        let reference = ["--pipeline", "reference"]
        #expect(try await options(reference).constants == nil)
        let some = try await options(reference + ["--size-std", "1.0", "--area-std", "none", "--min-cluster", "3"])
        #expect(some.constants == CountOptions.Constants(size: 1, aspect: 1, area: nil, smallestGroup: 3))
        let file = try scratch.write("config.json", #"{"count": {"confidence": 0.5, "filter": {"size": false}}}"#)
        let strict = try await options(
            ["--config", file, "--reference", "--strict", "--aspect-std", "0.7", "--similarity", "0.9"])
        #expect(strict.constants == CountOptions.Constants(size: 1, aspect: 0.7, area: 1))
        #expect(strict.confidence == nil)
        #expect(strict.similarity == 0.9)
        #expect(strict.filtersSize)
        let setting = try await options(["--strict"], variables: ["ESPY_COUNT_PIPELINE": "reference"])
        #expect(setting.constants == .strict)
    }

    @Test(arguments: [["--strict"], ["--size-std", "1"], ["--min-cluster", "2"], ["--area-std", "none"]])
    func constantsNeedTheReferencePipeline(flags: [String]) async throws {
        for more in [[], ["--pipeline", "adaptive"]] {
            let ending = try await espy(["count", path] + flags + more, counting: FakeCounting.engine)
            #expect(ending.exit == 64)
            #expect(ending.err.contains("\(flags[0]) needs --pipeline reference"), "\(ending.err)")
        }
    }

    @Test func marksAreDrawnAsAsked() async throws {
        var seen: Set<[UInt8]> = []
        for look in ["numbers", "confidence", "boxes", "dots", "none"] {
            let target = scratch.file("\(look).png")
            #expect(try await count("-o", target, "--marks", look).exit == 0)
            #expect(seen.insert(try Array(Data(contentsOf: URL(fileURLWithPath: target)))).inserted, "\(look)")
        }
        let alone = try await count("--marks", "confidence")
        #expect(alone.exit == 64)
        #expect(alone.err.contains("--marks needs -o"), "\(alone.err)")
        #expect(try await count("-o", scratch.file("x.png"), "--marks", "stars").exit == 64)
    }

    @Test func settingsComeFromFlagVariableOrFile() async throws {
        let file = try scratch.write("config.json", #"{"count": {"border": "whole", "filter": {"size": false}}}"#)
        let stored = try await options(["--config", file])
        #expect(stored.border == .whole)
        #expect(!stored.filtersSize)
        #expect(stored.filtersAspect)
        let given = try await options(
            ["--config", file, "--border", "all"], variables: ["ESPY_COUNT_CONFIDENCE": "0.5"])
        #expect(given.border == .all)
        #expect(given.confidence == 0.5)
    }

    @Test(arguments: [
        (["--confidence", "1.5"], "expected auto, or a number from"), (["--confidence", "nan"], "expected auto"),
        (["--similarity", "-1"], "expected auto, or a number from"),
        (["--border", "most"], "expected all, half, whole"), (["--size-std", "0"], "expected none, or a number from"),
        (["--min-cluster", "0"], "expected a whole number from 1"),
        (["--like", "1,2,3"], "expected left, top, width and height"), (["--like", "1,2,0,5"], "expected left, top"),
        (["--like", "a,b,c,d"], "expected left, top"), (["--region", "0,0,5,5"], "three or more corners"),
        (["--region", "0,0,5,5,9"], "three or more corners"), (["--region", "0,0,5,5,inf,9"], "three or more corners"),
        (["--exclude", ""], "three or more corners"), (["--merge", "1"], "two or more groups"),
        (["--merge", "1,1"], "two or more groups"), (["--merge", "0,x"], "two or more groups"),
        (["--group", "-2"], "expected a whole number"), (["--group", "1", "--merge", "0,1"], "choose one"),
    ])
    func wrongValuesAreUsage(flags: [String], message: String) async throws {
        let ending = try await espy(["count", path] + flags, counting: FakeCounting.engine)
        #expect(ending.exit == 64)
        #expect(ending.out.isEmpty)
        #expect(ending.err.contains(message), "\(ending.err)")
        #expect(ending.err.hasSuffix("Try “espy help count”.\n"), "\(ending.err)")
    }

    @Test func exampleOutsideThePictureIsUsage() async throws {
        let ending = try await count("--like", "600,0,20,20")
        #expect(ending.exit == 64)
        #expect(ending.out.isEmpty)
        #expect(
            ending.err
                == "espy: \(path): the example 600,0,20,20 is outside the photo; give --like in pixels of the photo\n"
        )
    }

    @Test func groupsCanBeChosenAndMerged() async throws {
        #expect(try await count().out == "4\n")
        #expect(try await count("--group", "1").out == "2\n")
        #expect(try await count("--merge", "0,1").out == "6\n")
        #expect(try await count("--group", "0").out == "4\n")
        let unknown = try await count("--group", "7")
        #expect(unknown.exit == 2)
        #expect(unknown.out.isEmpty)
        #expect(unknown.err.contains("no such group; the groups are 0 (4), 1 (2)"))
    }

    @Test func summaryNamesRangeAndGroups() async throws {
        #expect(try await count("-v").err == "\(path): 4 things (3 to 5) in groups 0 (4), 1 (2)\n")
    }

    @Test func reviewListsWhatIsDoubtful() async throws {
        let ending = try await count("--review")
        #expect(ending.out == "4\n")
        #expect(ending.exit == 0)
        #expect(
            ending.err == """
                \(path): #1 at 50,45: counted, doubt 75%
                \(path): #6 at 550,45: not counted, doubt 75%

                """)
        #expect(try await count("--review", "-q").err == ending.err)
    }

    @Test func modelsComeFromFlagsOrSettings() async throws {
        let seen = Seen()
        let engine = CountEngine { choice, _ in
            await seen.set(choice)
            return { (_, _, _, _) throws(CountError) in throw .cancelled }
        }
        func choice(_ flags: [String], _ variables: [String: String] = [:]) async throws -> CountModelChoice? {
            _ = try await espy(["count", path] + flags, variables: variables, counting: engine)
            return await seen.choice
        }
        let usual = try await choice([])
        #expect(usual?.detector == "espy-detector")
        #expect(usual?.embedder == "espy-embedder")
        #expect(usual?.precision == .automatic)
        #expect(try await choice(["--reference"])?.precision == .f32)
        let given = try await choice(["--detector", "yolox-s", "--embedder", "none"])
        #expect(given?.detector == "yolox-s")
        #expect(given?.embedder == nil)
        #expect(try await choice([], ["ESPY_COUNT_DETECTOR": "mine"])?.detector == "mine")
    }

    private actor Seen {
        private(set) var choice: CountModelChoice?

        func set(_ choice: CountModelChoice) { self.choice = choice }
    }

    @Test func bigPhotosAreCountedSmallAndAnsweredInTheirPixels() async throws {
        try scratch.write("big.jpg", try Pictures.blank(width: 4000, height: 3000))
        let ending = try await espy(
            ["count", scratch.file("big.jpg"), "--json", "-q", "--like", "3900,2900,90,90"],
            counting: FakeCounting.engine)
        let count = try JSONDecoder().decode(Count.self, from: Data(ending.out.utf8))
        // The counter saw 2,000 pixels, and in them twenty things, eighteen of the main kind.
        #expect(count.count == 18)
        #expect(count.width == 4000)
        #expect(count.height == 3000)
        #expect(count.detections.last?.x == 3860)
        #expect(count.detections.last?.width == 80)
        #expect(count.parameters.like == Rect(x: 3900, y: 2900, width: 90, height: 90))
    }

    @Test func historyKeepsCountsUnlessRefused() async throws {
        let home = ["HOME": scratch.path]
        _ = try await count("--no-history", variables: home)
        #expect(try await espy(["history", "list", "--json"], variables: home).out.contains("count") == false)
        _ = try await count(variables: home)
        let listed = try await espy(["history", "list", "--json"], variables: home).out
        #expect(listed.contains(#""title":"a.jpg""#))
        #expect(listed.contains(#""count":4"#))
    }
}
