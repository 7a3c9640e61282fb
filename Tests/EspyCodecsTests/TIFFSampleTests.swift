import EspyCodecs
import EspyPixels
import Testing

/// Samples that need care: more than eight bits, some of which may be empty, other number types, and samples besides
/// the
/// colors.
struct TIFFSampleTests {
    let decoder = ImageDecoder()

    /// The gray levels of a picture of one row.
    private func levels(_ samples: [Int], _ others: [(Int, TIFFs.Value)] = []) throws -> [UInt8] {
        let tiff = TIFFs(isLittle: true)
        let image = try decoder.decode(
            tiff.file(tiff.gray(width: samples.count, height: 1, samples, others: others)))
        return stride(from: 0, to: image.pixels.count, by: 3).map { image.pixels[$0] }
    }

    @Test func theLargestValueThatTheFileTellsIsWhite() throws {
        #expect(try levels([0, 512, 1023], [(281, .shorts([1023]))]) == [0, 128, 255])
        // Also if the picture uses no more than half of it.
        #expect(try levels([0, 1024, 2048], [(281, .shorts([4095]))]) == [0, 64, 128])
    }

    @Test(arguments: [(10, 1000), (12, 4000), (14, 16_000)])
    func bitsThatNoSampleUsesAreNotThere(bits: Int, most: Int) throws {
        let white = (1 << bits) - 1
        #expect(try levels([0, white / 2 + 1, most]) == [0, 128, UInt8((most * 255 + white / 2) / white)])
    }

    @Test func picturesOfAllBitsStayAsTheyAre() throws {
        #expect(try levels([0, 32_768, 65_535]) == [0, 128, 255])
        #expect(try levels([0, 20_000]) == [0, 78])
    }

    /// A picture whose values fit into eight bits is dark, and is not stretched any further.
    @Test func darkPicturesStayDark() throws {
        #expect(try levels([0, 3, 40]) == [0, 3, 40])
        #expect(try levels([0, 3, 9], [(281, .shorts([9]))]) == [0, 3, 9])
    }

    @Test func aLargestValueThatTheSamplesPassIsWrong() throws {
        #expect(try levels([0, 2048, 4095], [(281, .shorts([255]))]) == [0, 128, 255])
        #expect(try levels([0, 32_768, 65_535], [(281, .shorts([1023]))]) == [0, 128, 255])
    }

    @Test func fromWhiteToBlack() throws {
        #expect(try levels([0, 512, 1023], [(262, .shorts([0])), (281, .shorts([1023]))]) == [255, 127, 0])
    }

    @Test func signedSamples() throws {
        let signed: [(Int, TIFFs.Value)] = [(339, .shorts([2]))]
        #expect(try levels([0, 2048, 4095], signed) == [0, 128, 255])
        #expect(try levels([-1000, 0, 1000], signed) == [0, 128, 255])
    }

    private func floats(_ values: [Float]) throws -> [UInt8] {
        let tiff = TIFFs(isLittle: true)
        let rows = values.flatMap { tiff.number(Int($0.bitPattern), 4) }
        let image = try decoder.decode(
            tiff.file(
                TIFFs.fields(
                    width: values.count, height: 1, rows: rows,
                    others: [
                        (258, .shorts([32])), (262, .shorts([1])), (277, .shorts([1])), (339, .shorts([3])),
                    ])))
        return stride(from: 0, to: image.pixels.count, by: 3).map { image.pixels[$0] }
    }

    @Test func samplesWithAPoint() throws {
        #expect(try floats([0, 0.5, 1]) == [0, 128, 255])
        #expect(try floats([0, 128, 255]) == [0, 128, 255])
        #expect(try floats([0, 2048, 4095]) == [0, 128, 255])
        #expect(try floats([-2, 0, 2]) == [0, 128, 255])
        #expect(try floats([.nan, 1, .infinity]) == [0, 255, 255])
    }

    @Test func halfPrecision() throws {
        let values: [Float16] = [0, 0.5, 1]
        #expect(
            try levels(values.map { Int($0.bitPattern) }, [(339, .shorts([3]))]) == [0, 128, 255])
    }

    /// Three samples of 12 bits take four and a half bytes.
    @Test func samplesThatAreNotFilledUpToBytes() throws {
        let file = TIFFs().file(
            TIFFs.fields(
                width: 3, height: 1, rows: [0x00, 0x08, 0x00, 0xFF, 0xF0],
                others: [(258, .shorts([12])), (262, .shorts([1])), (277, .shorts([1]))]))
        #expect(try decoder.decode(file).pixels == [0, 0, 0, 128, 128, 128, 255, 255, 255])
    }

    /// A row of pixels with four samples of eight bits.
    private func color(_ rows: [UInt8], bits: Int = 8, _ others: [(Int, TIFFs.Value)]) throws -> [UInt8] {
        let bytes = bits / 8
        let own: [(Int, TIFFs.Value)] = [(258, .shorts([bits, bits, bits, bits])), (277, .shorts([4]))]
        return try decoder.decode(
            TIFFs().file(
                TIFFs.fields(width: rows.count / 4 / bytes, height: 1, rows: rows, others: own + others))
        ).pixels
    }

    @Test func aSampleOfNoToldMeaningIsNoTransparency() throws {
        let pixels: [UInt8] = [200, 10, 20, 0] + [30, 40, 50, 255]
        #expect(try color(pixels, [(338, .shorts([0]))]) == [200, 10, 20, 30, 40, 50])
        #expect(try color(pixels, []) == [200, 10, 20, 30, 40, 50])
        let wide: [UInt8] = [200, 0, 10, 0, 20, 0, 0, 0] + [30, 0, 40, 0, 50, 0, 0, 0]
        #expect(try color(wide, bits: 16, [(338, .shorts([0]))]) == [199, 10, 20, 30, 40, 50])
    }

    @Test func toldTransparencyLetsWhiteThrough() throws {
        let pixels: [UInt8] = [200, 0, 0, 255] + [200, 0, 0, 0]
        for kind in [1, 2] {
            let clear: [UInt8] = kind == 1 ? [200, 0, 0, 255, 0, 0, 0, 0] : pixels
            #expect(try color(clear, [(338, .shorts([kind]))]) == [200, 0, 0, 255, 255, 255])
            let wide = clear.flatMap { [$0, $0] }
            #expect(try color(wide, bits: 16, [(338, .shorts([kind]))]) == [200, 0, 0, 255, 255, 255])
        }
    }

    @Test func planesOneAfterTheOther() throws {
        let tiff = TIFFs()
        let planes = [[0, 1000], [4000, 0], [0, 4095]].map { $0.flatMap { tiff.number($0, 2) } }
        let fields = TIFFs.fields(
            width: 2, height: 1, rows: [],
            others: [
                (258, .shorts([16, 16, 16])), (273, .longs([0, 0, 0])), (279, .longs([4, 4, 4])), (284, .shorts([2])),
            ])
        // The strips follow the rest.
        let length = tiff.file(fields).count
        let placed = fields.map { $0.0 == 273 ? (273, TIFFs.Value.longs([0, 4, 8].map { length + $0 })) : $0 }
        let pixels = try decoder.decode(tiff.file(placed) + planes.flatMap { $0 }).pixels
        #expect(pixels == [0, 249, 0, 62, 0, 255])
    }

    @Test func tiles() throws {
        let tiff = TIFFs()
        // 20 x 3 in two tiles of 16 x 16: the left one is 1023 throughout, the right one 512.
        let tiles = [1023, 512].flatMap { value in (0..<256).flatMap { _ in tiff.number(value, 2) } }
        let fields: [(Int, TIFFs.Value)] = [
            (256, .longs([20])), (257, .longs([3])), (258, .shorts([16])), (259, .shorts([1])), (262, .shorts([1])),
            (277, .shorts([1])), (281, .shorts([1023])), (322, .longs([16])), (323, .longs([16])),
            (324, .longs([0, 0])), (325, .longs([512, 512])),
        ]
        let length = tiff.file(fields).count
        let placed = fields.map { $0.0 == 324 ? (324, TIFFs.Value.longs([length, length + 512])) : $0 }
        let image = try decoder.decode(tiff.file(placed) + tiles)
        #expect(image.color(0, 2) == [255, 255, 255])
        #expect(image.color(15, 0) == [255, 255, 255])
        #expect(image.color(16, 0) == [128, 128, 128])
        #expect(image.color(19, 2) == [128, 128, 128])
    }
}

extension RGBImage {
    fileprivate func color(_ x: Int, _ y: Int) -> [UInt8] {
        Array(pixels[3 * (y * width + x)..<3 * (y * width + x) + 3])
    }
}
