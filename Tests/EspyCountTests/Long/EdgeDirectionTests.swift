import Espy
import EspyPixels
import EspyTestSupport
import Testing

struct EdgeDirectionTests {
    @Test(arguments: [0.0, 8, 30, 45, 63, 90, -20, -75]) func stripsTellTheirs(degrees: Double) throws {
        var strips = Strips()
        strips.degrees = degrees
        let common = try #require(EdgeDirections(of: strips.image).common)
        #expect(abs(common - degrees) < 0.7)
    }

    /// Slightly tilted counts as level, so that boxes stay as they are.
    @Test(arguments: [(0.4, 0.0), (-0.4, 0), (89.6, 90), (-89.6, 90)]) func nearlyStraightIsStraight(
        degrees: Double, told: Double
    ) {
        var strips = Strips()
        strips.degrees = degrees
        #expect(EdgeDirections(of: strips.image).common == told)
    }

    @Test(arguments: ["coins", "tarts-5x7", "capsules", "one-orange", "vials-6x10"]) func traysTellNone(
        name: String
    ) throws {
        let photo = try CountPhoto(CountTruth.tray(name).photo)
        #expect(EdgeDirections(of: photo.image).common == nil)
    }

    @Test func plainPicturesTellNone() {
        for side in [1, 2, 40] {
            let image = RGBImage(width: side, height: side, red: 90, green: 90, blue: 90)
            #expect(EdgeDirections(of: image).common == nil)
        }
    }

    @Test func directionIsFoundAgain() {
        var strips = Strips()
        strips.degrees = 30
        let directions = EdgeDirections(of: strips.image)
        #expect(directions.areCommon(at: 30))
        #expect(directions.areCommon(at: -150))
        #expect(!directions.areCommon(at: -60))
    }
}
