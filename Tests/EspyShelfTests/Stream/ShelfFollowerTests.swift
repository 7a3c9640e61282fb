import Espy
import EspySamples
import EspyTestSupport
import Foundation
import Testing

/// Books in front of a camera, without tasks.
struct ShelfFollowerTests {
    private static let video = PanningShelf(seed: 5, width: 640, height: 360, lengths: 2, period: 24)

    private static let frames: [(image: RGBImage, time: Double)] = (0..<20).map { number in
        let time = Double(number) / 15
        return (video.frame(at: time).image, time)
    }

    @Test func booksAreThoseOfTheStream() async throws {
        var follower = ShelfFollower()
        let stream = ShelfStream(options: .init(waits: true))
        var seen = 0
        for (image, time) in Self.frames {
            let found = follower.look(at: image, time: time)
            let shelf = try #require(found)
            #expect(shelf == (await stream.look(at: image, time: time)))
            seen += shelf.spines.count
        }
        #expect(seen > 50)
    }

    /// The build for browsers, run by Node, finds the same books in every frame.
    @Test(.enabled(if: NodeProgram.canRun("rack", "shelf"), "node, rack.wasm or shelf.wasm is missing"))
    func booksAreThoseOfTheBrowser() throws {
        let answers = try NodeProgram("reader.mjs", NodeProgram.modules).answers { folder in
            try Self.frames.enumerated().map { number, frame in
                let file = folder.appendingPathComponent("\(number)")
                try NodeProgram.write(frame.image, to: file)
                // In the middle, another stream begins.
                let request = JSONValue(["stream": (number / 10).json, "time": frame.time.json])
                return "\(file.path)\t\(frame.image.width)\t\(frame.image.height)\t\(request.text)"
            }
        }
        #expect(answers.count == Self.frames.count)
        let options = ShelfStreamOptions(freshness: ShelfStreamOptions.cameraFreshness)
        var follower = ShelfFollower(options)
        var seen = 0
        for (number, (frame, answer)) in zip(Self.frames, answers).enumerated() {
            if number == 10 { follower = ShelfFollower(options) }
            let found = follower.look(at: frame.image, time: frame.time)
            let shelf = try #require(found)
            let browser = try answer.value("shelf", as: JSONValue.self)
            #expect(Self.comparable(browser) == Self.comparable(ShelfAnswer(shelf).json), "frame \(number)")
            seen += shelf.spines.count
        }
        #expect(seen > 50)
    }

    /// Mathematical libraries differ in the last digit of an angle, which only advice has unrounded.
    private static func comparable(_ shelf: JSONValue) -> JSONValue {
        guard case .object(var fields) = shelf, case .object(var advice)? = fields["guidance"],
            case .number(let value)? = advice["value"]
        else { return shelf }
        advice["value"] = .number((value * 1e6).rounded())
        fields["guidance"] = .object(advice)
        return .object(fields)
    }
}
