import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

@Suite struct ProfileTests {
    let decoder = ImageDecoder()
    let wide = Profiles.wide()
    /// Inside sRGB, so that the result is not clipped.
    let color: [UInt8] = [180, 90, 60]

    private var picture: RGBImage {
        RGBImage(width: 16, height: 16, red: color[0], green: color[1], blue: color[2])
    }

    private func expect(_ file: [UInt8], gives expected: [Int], tolerance: Int) throws {
        let found = try decoder.decode(file).color(8, 8)
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance }, "\(found) is not \(expected)")
    }

    @Test func theReferenceMovesTheColor() {
        let moved = Profiles.convert(color, by: wide)
        #expect(zip(moved, color).contains { abs($0 - Int($1)) > 8 })
    }

    @Test func jpegIsConverted() throws {
        let file = JPEGs.inserting(JPEGs.profile(wide), into: try ImageEncoder.jpeg(picture, quality: 100))
        try expect(file, gives: Profiles.convert(color, by: wide), tolerance: 3)
    }

    @Test func profilesInChunksAreJoinedInOrder() throws {
        let chunks = JPEGs.profile(wide, chunk: 100)
        #expect(chunks.count > 3)
        let jpeg = try ImageEncoder.jpeg(picture, quality: 100)
        let expected = Profiles.convert(color, by: wide)
        try expect(JPEGs.inserting(chunks, into: jpeg), gives: expected, tolerance: 3)
        try expect(JPEGs.inserting(chunks.reversed(), into: jpeg), gives: expected, tolerance: 3)
        // If one is missing, the profile is unreadable and the colors stay.
        try expect(JPEGs.inserting(Array(chunks.dropLast()), into: jpeg), gives: color.map(Int.init), tolerance: 3)
    }

    @Test func pngIsConvertedOnce() throws {
        let profile = PNGs.profileChunk(wide)
        // A gamma of 1/1.8, which libpng would apply on top.
        let gamma: (String, [UInt8]) = ("gAMA", PNGs.big(55_556))
        let png = try ImageEncoder.png(picture)
        let expected = Profiles.convert(color, by: wide)
        try expect(PNGs.inserting([profile], into: png), gives: expected, tolerance: 1)
        try expect(PNGs.inserting([gamma, profile], into: png), gives: expected, tolerance: 1)
    }

    @Test func webpIsConverted() throws {
        let file = WebPs.extended(WebPs.lossless(picture), width: 16, height: 16, profile: wide)
        try expect(file, gives: Profiles.convert(color, by: wide), tolerance: 1)
    }

    @Test func heicIsConverted() throws {
        let file = try #require(HEIFs(profile: wide).file(picture))
        try expect(file, gives: Profiles.convert(color, by: wide), tolerance: 5)
    }

    /// Small and large pictures are converted differently.
    @Test(arguments: [(40, 30), (900, 600)])
    func manyColorsAgreeWithTheReference(_ width: Int, _ height: Int) throws {
        let gradient = Pictures.gradient(width: width, height: height)
        let file = PNGs.inserting([PNGs.profileChunk(wide)], into: try ImageEncoder.png(gradient, fast: true))
        let converted = try decoder.decode(file)
        for y in stride(from: 0, to: height, by: height / 10) {
            for x in stride(from: 0, to: width, by: width / 10) {
                let expected = Profiles.convert(gradient.color(x, y).map(UInt8.init), by: wide)
                #expect(zip(converted.color(x, y), expected).allSatisfy { abs($0 - $1) <= 1 })
            }
        }
    }

    @Test func sRGBChangesNothing() throws {
        let gradient = Pictures.gradient()
        let file = PNGs.inserting([PNGs.profileChunk(Profiles.sRGB())], into: try ImageEncoder.png(gradient))
        #expect(try decoder.decode(file) == gradient)
    }

    @Test func largeGrayPicturesAreConverted() throws {
        let large = RGBImage(width: 1_000, height: 600, red: 55, green: 55, blue: 55)
        let profile = PNGs.profileChunk(Profiles.linearGray())
        let file = PNGs.inserting([profile], into: try ImageEncoder.png(large.gray, fast: true))
        try expect(file, gives: [128, 128, 128], tolerance: 2)
    }

    @Test func grayProfilesAreApplied() throws {
        let gray = GrayImage(width: 16, height: 16, pixels: [UInt8](repeating: 55, count: 256))
        let profile = PNGs.profileChunk(Profiles.linearGray())
        let file = PNGs.inserting([profile], into: try ImageEncoder.png(gray))
        // 55 / 255 of linear light is 128 in sRGB.
        try expect(file, gives: [128, 128, 128], tolerance: 2)
        #expect(try decoder.decodeGray(file) == gray)
    }

    @Test func transparentPicturesAreConvertedToo() throws {
        var png = PNGs(width: 16, height: 16, colorType: 6)
        png.extras = [PNGs.profileChunk(wide)]
        try expect(png.file(pixel: color + [255]), gives: Profiles.convert(color, by: wide), tolerance: 1)
    }

    @Test func unusableProfilesAreIgnored() throws {
        let png = try ImageEncoder.png(picture)
        let stored = color.map(Int.init)
        let garbage = [UInt8](repeating: 7, count: 300)
        try expect(PNGs.inserting([PNGs.profileChunk(garbage)], into: png), gives: stored, tolerance: 0)
        try expect(PNGs.inserting([PNGs.profileChunk(Profiles.linearGray())], into: png), gives: stored, tolerance: 0)
        try expect(PNGs.inserting([("iCCP", Array("x\0\0zzz".utf8))], into: png), gives: stored, tolerance: 0)
        try expect(PNGs.inserting([("iCCP", [])], into: png), gives: stored, tolerance: 0)
    }
}
