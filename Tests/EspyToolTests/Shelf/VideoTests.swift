import Espy
import EspySamples
import EspyTool
import Foundation
import Testing

/// `espy shelf` on videos.
struct VideoTests {
    private let scratch: Scratch
    /// Two seconds along a rendered shelf, at ten frames per second.
    private static let frames: [RGBImage] = {
        let video = PanningShelf(seed: 9, width: 640, height: 360, lengths: 2, period: 20)
        return (0..<20).map { video.frame(at: 2 + Double($0) / 10).image }
    }()

    init() throws { scratch = try Scratch() }

    /// Writes an uncompressed video, in gray.
    private func video(_ name: String = "walk.y4m", frames: [RGBImage] = VideoTests.frames) throws -> String {
        var bytes = Array("YUV4MPEG2 W640 H360 F10:1 Cmono XCOLORRANGE=FULL\n".utf8)
        for frame in frames { bytes += Array("FRAME\n".utf8) + frame.gray.pixels }
        let path = scratch.file(name)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func everyFrameAndThenTheBooks() async throws {
        let path = try video()
        let ending = try await espy("shelf", path, "--json")
        #expect(ending.exit == 0, "\(ending.err)")
        let lines = try objects(ending.out)
        #expect(lines.count == 21)
        #expect(lines.dropLast().map { $0["frame"] as? Int } == Array(0..<20))
        #expect(lines[15]["time"] as? Double == 1.5)
        #expect(lines[15]["guidance"] != nil)
        let spines = try #require(lines[15]["spines"] as? [[String: Any]])
        let books = try #require(lines[20]["books"] as? [[String: Any]])
        #expect(spines.count > 5)
        #expect(books.count >= spines.count)
        #expect(lines[20]["file"] as? String == path)
        let ids = Set(books.compactMap { $0["id"] as? Int })
        #expect(ids.count == books.count)
        #expect((books[0]["quad"] as? [[Double]])?.count == 4)
        #expect(spines.filter { ids.contains($0["id"] as? Int ?? 0) }.count > spines.count / 2)
    }

    @Test func tableHasOneLineForEachBook() async throws {
        let path = try video()
        let ending = try await espy("shelf", path)
        let lines = ending.out.split(separator: "\r\n")
        #expect(ending.exit == 0)
        #expect(lines[0].hasPrefix("id,row,position,"))
        #expect(Set(lines.dropFirst().map { $0.split(separator: ",")[0] }).count == lines.count - 1)
        // The same video gives the same answer, and can be combined with photos.
        let photo = Repository.path("Tests/Samples/shelf/library-row.jpg")
        let both = try await espy("shelf", path, photo, "--csv", scratch.file("all.csv"))
        #expect(both.exit == 0)
        let table = try scratch.text("all.csv").split(separator: "\r\n")
        #expect(table.filter { $0.contains("walk.y4m") }.count == lines.count - 1)
        #expect(table.contains { $0.contains("library-row") })
    }

    @Test func fewerFramesWhenAskedFor() async throws {
        let lines = try objects(try await espy("shelf", try video(), "--json", "--rate", "5").out)
        #expect(lines.dropLast().map { $0["time"] as? Double } == (0..<10).map { Double($0) / 5 })
    }

    @Test func brokenVideosAreOneLine() async throws {
        let path = try video("cut.y4m")
        let bytes = try scratch.bytes("cut.y4m")
        try Data(bytes.dropLast(1000)).write(to: URL(fileURLWithPath: path))
        let cut = try await espy("shelf", path)
        #expect(cut.exit == 2)
        #expect(cut.err.contains("the video ends within a frame"))
        // Everything seen before the damage is reported.
        #expect(cut.out.split(separator: "\r\n").count > 3)
        let text = try scratch.write("a.y4m", "text")
        let ending = try await espy("shelf", text)
        #expect(ending.exit == 2)
        #expect(ending.err.hasPrefix("espy: \(text): no readable video in the file;"))
        #expect(try await espy("shelf", scratch.file("none.mp4")).err.contains("check the name"))
        let drawing = try await espy("shelf", path, "-o", scratch.file("x.jpg"))
        #expect(drawing.exit == 64)
        #expect(drawing.err.contains("-o works for photos only"))
    }

    @Test func otherProgramIsNamedWhereItIsMissing() async throws {
        let path = try scratch.write("a.mp4", "text")
        let ending = try await espy(["shelf", path], variables: ["PATH": scratch.path])
        #expect(ending.exit == 2)
        #expect(ending.err.contains("run: apt-get install ffmpeg"))
    }

    private static let ffmpeg = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled("needs ffmpeg") { ffmpeg != nil })
    func compressedVideosAreRead() async throws {
        let path = try video()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.ffmpeg))
        // Stored sideways with a rotation matrix, as phones store upright videos.
        let coding = ["-vf", "transpose=2", "-c:v", "mjpeg", "-q:v", "2", scratch.file("walk.mov")]
        process.arguments = ["-nostdin", "-loglevel", "error", "-i", path] + coding
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        try turnByQuarter("walk.mov")
        let lines = try objects(try await espy("shelf", scratch.file("walk.mov"), "--json").out)
        try #require(lines.count == 21)
        #expect((lines[20]["books"] as? [Any])?.count ?? 0 > 5)
        #expect(lines[3]["width"] as? Int == 640)
        #expect(lines[3]["height"] as? Int == 360)
        let text = try scratch.write("a.mp4", "text")
        #expect(try await espy("shelf", text).err.contains("no readable video in the file"))
    }

    /// Sets a clockwise quarter turn in the header of the track.
    private func turnByQuarter(_ name: String) throws {
        var bytes = try scratch.bytes(name)
        let start = try #require((0..<bytes.count - 90).last { Array(bytes[$0..<$0 + 4]) == Array("tkhd".utf8) })
        // Follows version, times, number, length, layer and volume.
        let matrix: [UInt32] = [0, 0x10000, 0, 0xFFFF_0000, 0, 0, 0, 0, 0x4000_0000]
        for (index, value) in matrix.enumerated() {
            for byte in 0..<4 {
                bytes[start + 44 + 4 * index + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte))
            }
        }
        try scratch.write(name, bytes)
    }

    @Test func telemetryIsWrittenWhereItIsOn() async throws {
        let variables = ["ESPY_SHELF_TELEMETRY": "true", "XDG_DATA_HOME": scratch.file("data")]
        #expect(try await espy(["shelf", try video(), "-q"], variables: variables).exit == 0)
        let shown = try await espy(["shelf", "telemetry", "show", "--json"], variables: variables).out
        #expect(shown.contains("\"sessions\":1"), "\(shown)")
        let off = ["XDG_DATA_HOME": scratch.file("other")]
        _ = try await espy(["shelf", try video(), "-q"], variables: off)
        #expect(!FileManager.default.fileExists(atPath: scratch.file("other")))
    }
}
