import Espy
import EspyPixels
import EspyTool
import Foundation
import Testing

/// `espy count --regions` and `--region-grid`: things of the fake counter are 100 pixels apart in a row.
struct CountRegionCommandTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = try scratch.write("a.jpg", try Pictures.blank(width: 400, height: 100))
    }

    private func count(_ arguments: String...) async throws -> Ending {
        try await espy(["count"] + arguments, counting: FakeCounting.engine)
    }

    @Test func everyRegionHasALineBeforeTheTotal() async throws {
        let ending = try await count(path, "-q", "--region-grid", "1x2")
        #expect(ending.out == "2\tA1\n2\tA2\n4\ttotal\n")
        #expect(ending.exit == Exit.complete.rawValue)
    }

    @Test func severalPhotosNameTheFileToo() async throws {
        let other = try scratch.write("b.jpg", try Pictures.blank(width: 200, height: 100))
        let ending = try await count(path, other, "-q", "--region-grid", "1x2")
        #expect(
            ending.out == """
                2\t\(path)\tA1
                2\t\(path)\tA2
                4\t\(path)
                1\t\(other)\tA1
                1\t\(other)\tA2
                2\t\(other)
                6\ttotal

                """)
    }

    @Test func gridsMayLieInABoxOrFourCorners() async throws {
        let box = try await count(path, "-q", "--region-grid", "1x2", "--within", "0,0,200,100")
        #expect(box.out == "1\tA1\n1\tA2\n4\ttotal\n")
        let turned = try await count(path, "-q", "--region-grid", "2x1", "--within", "0,100,0,0,200,0,200,100")
        #expect(turned.out == "1\tA1\n1\tB1\n4\ttotal\n")
    }

    @Test func regionsComeFromAFile() async throws {
        let file = try scratch.write(
            "regions.json",
            #"{"width": 800, "height": 200, "regions": [{"name": "first\u001b", "box": [0, 0, 400, 200]}]}"#)
        let ending = try await count(path, "-q", "--regions", file)
        #expect(ending.out.hasSuffix("\n4\ttotal\n"))
        #expect(ending.out.hasPrefix("2\tfirst"))
        #expect(!ending.out.contains("\u{1b}"))
        let json = try await count(path, "-q", "--json", "--regions", file)
        let value = try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any]
        let region = try #require((value?["regions"] as? [[String: Any]])?.first)
        #expect(region["count"] as? Int == 2)
        #expect(region["numbers"] as? [Int] == [1, 2])
    }

    @Test(arguments: [
        (["--region-grid", "0x4"], "rows x columns"), (["--region-grid", "99x99"], "rows x columns"),
        (["--within", "0,0,10,10"], "--region-grid"), (["--region-grid", "2x2", "--within", "1,2,3"], "--within"),
        (["--regions", "/nowhere/file.json"], "--regions"),
    ])
    func flagsThatSayNothing(flags: [String], message: String) async throws {
        let ending = try await espy(["count", path] + flags, counting: FakeCounting.engine)
        #expect(ending.exit == Exit.usage.rawValue, "\(ending.err)")
        #expect(ending.err.contains(message), "\(ending.err)")
        #expect(ending.out.isEmpty, "\(ending.err)")
    }

    @Test(arguments: [
        ("{", "not valid JSON"), ("{}", "no regions in the file"),
        (#"{"regions": [{"box": [0, 0, 1, 1]}]}"#, "name is missing"),
        (#"{"regions": [{"name": "a", "box": [1]}]}"#, "a box is [left, top, width, height]"),
    ])
    func filesThatSayNothing(text: String, message: String) async throws {
        let file = try scratch.write("regions.json", text)
        let ending = try await count(path, "--regions", file)
        #expect(ending.exit == Exit.usage.rawValue, "\(ending.err)")
        #expect(ending.err.contains(message), "\(ending.err)")
        let both = try await count(path, "--regions", file, "--region-grid", "2x2")
        #expect(both.exit == Exit.usage.rawValue)
    }

    @Test func resultsOfOtherRegionsAreMadeAnew() async throws {
        func regions(_ width: Int) throws -> String {
            try scratch.write("regions.json", #"{"regions": [{"name": "a", "box": [0, 0, \#(width), 99]}]}"#)
        }
        let flags = ["--results", scratch.file("results"), "-v", "--regions"]
        func run(_ width: Int) async throws -> Ending {
            let file = try regions(width)
            return try await espy(["count", path] + flags + [file], counting: FakeCounting.engine)
        }
        _ = try await run(200)
        #expect(try await run(200).err.contains("1 already had results"))
        #expect(try await !run(300).err.contains("already"))
    }

    @Test func namesAreEachTheirOwn() async throws {
        let file = try scratch.write(
            "regions.json", #"{"regions": [{"name": "a", "box": [0, 0, 9, 9]}, {"name": "a", "box": [9, 0, 9, 9]}]}"#)
        let ending = try await count(path, "--regions", file)
        #expect(ending.exit == Exit.failed.rawValue)
        #expect(ending.err.contains("used twice"))
    }

    @Test func talkativeRunsTellWhichRegionsAreOpen() async throws {
        let wide = try scratch.write("wide.jpg", try Pictures.blank(width: 600, height: 100))
        let ending = try await count(wide, "-v", "--region-grid", "1x2")
        #expect(ending.err.contains("A1: 3 things (2 to 3)"), "\(ending.err)")
    }
}
