import Espy
import EspyApp
import EspyPixels
import EspyTool
import Foundation
import Synchronization
import Testing

/// `espy count --measure` and related flags. Things of the fake counter are 40 pixels wide and 50 high.
struct CountMeasuringCommandTests {
    private let scratch: Scratch
    private let path: String

    init() throws {
        scratch = try Scratch()
        path = try scratch.write("a.jpg", try Pictures.blank(width: 400, height: 100))
    }

    /// Returns the measuring that the flags request.
    private func asked(_ flags: String...) async throws -> Measuring? {
        let asked = Mutex<Measuring?>(nil)
        let engine = FakeCounting.fixed { count in asked.withLock { $0 = count.parameters.measuring } }
        let ending = try await espy(["count", path] + flags, counting: engine)
        #expect(ending.exit == Exit.complete.rawValue, "\(ending.err)")
        return asked.withLock { $0 }
    }

    @Test func everyFlagMeasures() async throws {
        #expect(try await asked() == nil)
        #expect(try await asked("--measure") == Measuring())
        let scale = LengthScale(pixelsPerUnit: 12.5, unit: .millimeter)
        #expect(try await asked("--scale", "12.5px/mm") == Measuring(scale: scale))
        #expect(try await asked("--max-size", "40px") == Measuring(largest: 40))
        #expect(try await asked("--ruler", "10,10,310,410=4in")?.scale == LengthScale(pixelsPerUnit: 125, unit: .inch))
        let coin = try await asked("--reference-object", "40,60,210,208=24.25mm")?.reference
        #expect(
            coin
                == .init(box: Rect(x: 40, y: 60, width: 210, height: 208), length: 24.25, unit: .millimeter))
    }

    @Test func limitsAreInTheUnitOfTheScale() async throws {
        let measuring = try await asked("--scale", "100px/cm", "--min-size", "4mm", "--max-size", "1in")
        #expect(abs((measuring?.smallest ?? 0) - 0.4) < 1e-12)
        #expect(abs((measuring?.largest ?? 0) - 2.54) < 1e-12)
    }

    @Test(arguments: [
        (["--scale", "12px"], "pixels for one"), (["--scale", "0px/mm"], "pixels for one"),
        (["--scale", "3mm/px"], "pixels for one"), (["--ruler", "1,1,1,1=3mm"], "two points"),
        (["--ruler", "1,1,9,9=3px"], "two points"), (["--reference-object", "1,1,9,9"], "longest side"),
        (["--min-size", "4"], "a number and px"), (["--min-size", "4mm"], "needs a scale"),
        (["--scale", "3px/mm", "--min-size", "4px"], "in pixels; give it in mm"),
        (["--scale", "3px/mm", "--ruler", "1,1,9,9=3mm"], "choose one"),
        (["--min-size", "9px", "--max-size", "8px"], "--min-size is above --max-size"),
    ])
    func flagsThatSayNothing(flags: [String], message: String) async throws {
        let ending = try await espy(["count", path] + flags, counting: FakeCounting.engine)
        #expect(ending.exit == Exit.usage.rawValue, "\(ending.err)")
        #expect(ending.err.contains(message), "\(ending.err)")
        #expect(ending.out.isEmpty, "\(ending.err)")
    }

    /// An engine in which everything is as large as its box.
    private var boxes: CountEngine {
        FakeCounting.fixed { count in
            count.scale = LengthScale(pixelsPerUnit: 10, unit: .millimeter)
            for index in count.detections.indices where index > 0 {
                let outline = Quad(count.detections[index].rect).corners
                count.detections[index].size = Count.Size(outline: outline, color: "#102030")
            }
        }
    }

    @Test func sizesAreSummedUpBesideTheNumber() async throws {
        let table = scratch.file("things.csv")
        let ending = try await espy(["count", path, "--scale", "10px/mm", "--csv", table], counting: boxes)
        #expect(ending.out == "4\n")
        #expect(ending.err.contains("median length 5.0 mm (5.0 to 5.0), width 4.0 mm"), "\(ending.err)")
        #expect(ending.err.contains("1 without an outline"))
        let lines = try String(contentsOfFile: table, encoding: .utf8).split(separator: "\r\n")
        #expect(lines[0].hasSuffix("length_mm,width_mm,diameter_mm,area_mm2,color"))
        #expect(lines[1].hasSuffix(",,,,,"), "\(lines)")
        #expect(lines[2].hasSuffix("5.0,4.0,5.046,20.0,#102030"), "\(lines)")
        #expect(try await espy(["count", path, "-q", "--measure"], counting: boxes).err.isEmpty)
    }

    @Test func jsonHasThemAll() async throws {
        let ending = try await espy(["count", path, "--measure", "--json", "-q"], counting: boxes)
        let value = try #require(try JSONSerialization.jsonObject(with: Data(ending.out.utf8)) as? [String: Any])
        let sizes = try #require(value["sizes"] as? [String: Any])
        #expect(sizes["measured"] as? Int == 3)
        #expect((sizes["length"] as? [String: Any])?["median"] as? Double == 5)
        let thing = try #require((value["detections"] as? [[String: Any]])?.last?["size"] as? [String: Any])
        #expect(Set(thing.keys) == ["length", "width", "diameter", "area", "color", "outline"])
    }
}
