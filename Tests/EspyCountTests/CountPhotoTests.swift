import Espy
import EspyCodecs
import EspyPixels
import Testing

/// Photos are analyzed at a small size, but results are in pixels of the file.
@Suite struct CountPhotoTests {
    private func picture(_ width: Int, _ height: Int) -> RGBImage {
        RGBImage(width: width, height: height, red: 90, green: 90, blue: 90)
    }

    @Test func bigPhotosAreDecodedSmall() throws {
        let jpeg = try ImageEncoder.jpeg(picture(4000, 3000))
        let photo = try CountPhoto(jpeg)
        #expect((photo.width, photo.height) == (4000, 3000))
        #expect((photo.image.width, photo.image.height) == (2000, 1500))
        let png = try CountPhoto(try ImageEncoder.png(picture(4000, 1000)))
        #expect((png.image.width, png.image.height) == (2000, 500))
        #expect(png.width == 4000)
    }

    @Test func smallPhotosStayAsTheyAre() throws {
        for (width, height) in [(1, 1), (1, 3839), (1920, 1080), (3839, 20)] {
            let photo = CountPhoto(picture(width, height), width: width, height: height)
            #expect(photo.image.width == width)
            #expect(photo.image.height == height)
        }
    }

    @Test func thinPhotosKeepAPixel() {
        let photo = CountPhoto(picture(1, 8000), width: 1, height: 8000)
        #expect((photo.image.width, photo.image.height) == (1, 2000))
    }

    @Test func optionsAndResultsAreInPixelsOfTheFile() async throws {
        let photo = CountPhoto(picture(500, 300), width: 2000, height: 1200)
        let options = CountOptions(
            pipeline: .adaptive, like: Rect(x: 400, y: 200, width: 100, height: 80),
            region: [Point(x: 0, y: 0), Point(x: 2000, y: 0), Point(x: 0, y: 1200)],
            exclusions: [[Point(x: 4, y: 8), Point(x: 8, y: 8), Point(x: 8, y: 4)]])
        let count = try await photo.counted(options) { image, options throws(CountError) in
            #expect(options.like == Rect(x: 100, y: 50, width: 25, height: 20))
            #expect(options.region == [Point(x: 0, y: 0), Point(x: 500, y: 0), Point(x: 0, y: 300)])
            #expect(options.exclusions == [[Point(x: 1, y: 2), Point(x: 2, y: 2), Point(x: 2, y: 1)]])
            return .made([.init(at: 100, 50)], width: image.width, height: image.height, options: options)
        }
        #expect((count.width, count.height) == (2000, 1200))
        #expect(count.parameters == options)
        #expect(count.detections.map(\.rect) == [Rect(x: 320, y: 120, width: 160, height: 160)])
    }

    @Test func badOptionsAreFoundBeforeWork() async {
        let photo = CountPhoto(picture(50, 30), width: 200, height: 120)
        let outside = Rect(x: 150, y: 119, width: 5, height: 5)
        await #expect(throws: Never.self) {
            _ = try await photo.counted(.init(like: outside)) { _, options throws(CountError) in
                .made([Count.Detection](), options: options)
            }
        }
        await #expect(throws: CountError.unusableThreshold(2)) {
            _ = try await photo.counted(.init(confidence: 2)) { _, _ throws(CountError) in
                Issue.record("work was done")
                return .made([Count.Detection]())
            }
        }
    }

    @Test func notAPictureIsAnError() {
        #expect(throws: ImageError.notAnImage) { try CountPhoto(Array("text".utf8)) }
        #expect(throws: ImageError.empty) { try CountPhoto([]) }
    }
}
