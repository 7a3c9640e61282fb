import EspyCodecs
import EspyTestSupport
import Testing

struct VideoInfoTests {
    private func read(_ bytes: [UInt8]) -> VideoInfo? {
        VideoInfo(size: bytes.count) { offset, count in
            guard offset < bytes.count else { return [] }
            return Array(bytes[offset..<min(offset + count, bytes.count)])
        }
    }

    @Test func quickTimeSaysAll() throws {
        let info = try #require(read(VideoSample.mov(contentIdentifier: "A1B2")))
        #expect(info.container == .mov)
        #expect(info.duration == 12.5)
        #expect(info.width == 1080)
        #expect(info.height == 1920)
        // 3 May 2024, 18:22:04 in Munich, two hours before UTC.
        #expect(info.local == PhotoTime(seconds: 1_714_760_524))
        #expect(info.universal == PhotoTime(seconds: 1_714_753_324))
        #expect(info.latitude == 48.1374)
        #expect(info.longitude == 11.5755)
        #expect(info.camera == "iPhone 15")
        #expect(info.contentIdentifier == "A1B2")
    }

    @Test func androidSaysItsPlace() throws {
        let info = try #require(read(VideoSample.mp4()))
        #expect(info.container == .mp4)
        #expect(info.duration == 65)
        #expect(info.width == 1280)
        #expect(info.height == 720)
        #expect(info.latitude == -22.9068)
        #expect(info.longitude == -43.1729)
        #expect(info.local == nil)
    }

    @Test func webmSaysItsLength() throws {
        let info = try #require(read(VideoSample.webm()))
        #expect(info.container == .webm)
        #expect(info.duration == 3.25)
        #expect(info.width == 640)
        #expect(info.height == 360)
        #expect(info.universal == PhotoTime(seconds: 736_000_000 + 978_307_200))
    }

    @Test func othersAreNoVideos() {
        for bytes in [
            [], [0xFF, 0xD8, 0xFF, 0xE0], Array("RIFF1234WEBPVP8 ".utf8), Array("moov".utf8),
            [UInt8](repeating: 0, count: 64),
        ] {
            #expect(read(bytes) == nil)
        }
    }

    @Test func cutVideosSayLess() throws {
        for bytes in [VideoSample.mov(), VideoSample.mp4(), VideoSample.webm()] {
            for count in 0..<bytes.count {
                let cut = read(Array(bytes.prefix(count)))
                #expect(cut?.duration.map { $0 > 0 && $0.isFinite } ?? true)
            }
            #expect(read(Array(bytes.prefix(24)))?.duration == nil)
        }
    }

    /// Whatever a file says, the numbers are usable, and little of it is read.
    @Test func damagedVideosDoNoHarm() {
        var random = SeededNumbers(seed: 20_240_503)
        for bytes in [VideoSample.mov(contentIdentifier: "A"), VideoSample.mp4(), VideoSample.webm()] {
            for _ in 0..<20_000 {
                var broken = bytes
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    broken[Int.random(in: 0..<broken.count, using: &random)] =
                        [0, 1, 8, 127, 128, 255].randomElement(using: &random) ?? .random(in: 0...255, using: &random)
                }
                var total = 0
                let found = VideoInfo(size: broken.count) { offset, count in
                    total += count
                    guard offset >= 0, offset < broken.count else { return [] }
                    return Array(broken[offset..<min(offset + count, broken.count)])
                }
                #expect(total < 4 << 20)
                guard let found else { continue }
                #expect(found.duration.map { $0 > 0 && $0 < 31_536_000 } ?? true)
                #expect(found.width.map { 1...65_535 ~= $0 } ?? true)
                #expect(found.latitude.map { abs($0) <= 90 } ?? true)
                #expect(found.longitude.map { abs($0) <= 180 } ?? true)
            }
        }
    }
}

/// The same numbers in every run.
private struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let mixed = (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ mixed >> 33
    }
}
