import Espy
import EspyTool
import Foundation
import Testing

/// `espy shelf`, from the file to the table.
struct ShelfToolTests {
    private let scratch: Scratch
    private let path = Repository.path("Tests/Samples/shelf/library-row.jpg")

    init() throws { scratch = try Scratch() }

    @Test func tableJSONAndFileAgree() async throws {
        let ending = try await espy("shelf", path)
        #expect(ending.exit == 0, "\(ending.err)")
        #expect(
            ending.out.hasPrefix("id,row,position,x,y,quad,confidence,text,textConfidence,isbn,state,callNumber\r\n"))
        let lines = ending.out.split(separator: "\r\n").count - 1
        let json = try await espy("shelf", path, "--json").out
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect((object["spines"] as? [Any])?.count == lines)
        #expect(lines > 5)
        #expect(object["file"] as? String == path)
        #expect(object["outcome"] as? String == "processed")
        let table = scratch.file("t.csv")
        #expect(try await espy("shelf", path, "--csv", table, "-q").out.isEmpty)
        #expect(try scratch.text("t.csv") == ending.out)
    }

    @Test func severalPhotosAreToldApart() async throws {
        let empty = Repository.path("Tests/Samples/shelf/empty.jpg")
        let ending = try await espy(
            "shelf", path, empty, "-o", scratch.file("out/"), "--csv", scratch.file("all.csv"), "-v")
        #expect(ending.exit == 1)
        #expect(ending.out.isEmpty)
        #expect(ending.err.contains("spines in 1 row"))
        #expect(ending.err.contains("no spine was found"))
        #expect(try scratch.text("all.csv").hasPrefix("file,id,row,position,"))
        let drawn = try ImageDecoder().decode(scratch.bytes("out/library-row.annotated.jpg"))
        #expect((drawn.width, drawn.height) == (960, 720))
    }

    @Test func badLightIsTold() async throws {
        for (level, said) in [(20, "is dark, so books may be missed"), (255, "is overexposed, so books may be missed")]
        {
            let image = RGBImage(width: 320, height: 240, red: UInt8(level), green: UInt8(level), blue: UInt8(level))
            let photo = try scratch.write("\(level).jpg", try ImageEncoder.jpeg(image))
            #expect(try await espy("shelf", photo).err.contains("\(level).jpg: warning: the photo \(said)"))
        }
        #expect(try await !espy("shelf", path).err.contains("warning"))
    }

    @Test func leastConfidenceIsASetting() async throws {
        let all = try await espy("shelf", path, "--min-confidence", "0").out
        let sure = try await espy(["shelf", path], variables: ["ESPY_SHELF_CONFIDENCE": "0.99"]).out
        #expect(sure.count < all.count)
        let wrong = try await espy("shelf", path, "--min-confidence", "1.5")
        #expect(wrong.exit == 64)
        #expect(wrong.err.contains("expected a number from 0 to 0.99"))
    }

    @Test func badInputIsOneLine() async throws {
        let text = try scratch.write("a.jpg", "text")
        let ending = try await espy("shelf", text, path, "--json")
        #expect(ending.exit == 2)
        #expect(ending.err.hasPrefix("espy: \(text): not a supported image format;"))
        let lines = ending.out.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0].contains(#""kind":"notAnImage""#))
        #expect(try await espy("shelf").exit == 64)
    }
}
