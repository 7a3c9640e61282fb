import Espy
import EspyTestSupport
import EspyTool
import Foundation
import Testing

struct TagCommandTests {
    private static let plain = ["--tagger", "none", "--detector", "none"]

    private static func tag(_ arguments: String..., input: [UInt8] = []) async throws -> Ending {
        try await espy(["gallery", "tag"] + arguments + plain, input: input)
    }

    @Test func tableHasTagsAndColors() async throws {
        let red = try ImageEncoder.jpeg(RGBImage(width: 300, height: 200, red: 200, green: 20, blue: 24))
        let found = try await Self.tag("-", input: red)
        #expect(found.exit == 0)
        #expect(
            found.out == "name,category,confidence,source\r\nblurred,picture,1.0,analysis\r\n"
                + "red,color,1.0,analysis\r\n")
    }

    @Test func jsonHasAllThatIsKnown() async throws {
        let blank = try await Self.tag("--json", "-", input: try Pictures.blank())
        let answer = try #require(
            try JSONSerialization.jsonObject(with: Data(blank.out.utf8)) as? [String: Any])
        #expect(answer["width"] as? Int == 320)
        #expect(answer["height"] as? Int == 240)
        #expect(answer["kind"] as? String == "photo")
        #expect(answer["file"] as? String == "-")
        let colors = try #require(answer["colors"] as? [[String: Any]])
        try #require(colors.count == 1)
        #expect(colors[0]["name"] as? String == "gray")
        #expect(colors[0]["share"] as? Double == 1)
    }

    @Test func badInputsDoNotStopTheOthers() async throws {
        let scratch = try Scratch()
        try scratch.write("text.jpg", "no picture")
        try scratch.write("blank.jpg", try Pictures.blank())
        let found = try await Self.tag(scratch.file("text.jpg"), scratch.file("blank.jpg"))
        #expect(found.exit == 2)
        #expect(found.out.contains("blank.jpg,gray,color,1.0"))
        #expect(found.err.split(separator: "\n").count == 1)
    }

    @Test func pagesThatAreLeftOutAreTold() async throws {
        let page = RGBImage(width: 60, height: 40, red: 200, green: 20, blue: 24)
        let found = try await Self.tag("-", input: Scans.tiff([page, page, page]))
        #expect(found.exit == 0)
        #expect(found.out.contains("red,color"))
        #expect(found.err == "espy: -: the file has 3 pages; only page 1 was read\n")
        #expect(try await Self.tag("-q", "-", input: Scans.tiff([page, page])).err.isEmpty)
        #expect(try await Self.tag("-", input: Scans.tiff([page])).err.isEmpty)
    }

    @Test func unknownModelIsRefused() async throws {
        let found = try await espy("gallery", "tag", "--tagger", "nosuch", "-", input: try Pictures.blank())
        #expect(found.exit == 2)
        #expect(found.err.contains("no model “nosuch”"))
    }

    @Test(.enabled(if: ShippedModels.areThere))
    func shippedTaggerGivesTags() async throws {
        let found = try await espy("gallery", "tag", "--json", "-", input: try Pictures.blank())
        #expect(found.exit == 0, "\(found.err)")
        // A gray card has no tag.
        #expect(!found.out.contains("espy-tagger"))
    }
}
