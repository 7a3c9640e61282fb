import EspyCodecs
import EspyPixels
import Testing

@Suite struct BMPTests {
    let decoder = ImageDecoder()

    @Test func rowsAreStoredFromTheBottomUnlessSaid() throws {
        let rows: [[UInt8]] = [[1, 2, 3, 4, 5, 6, 7, 8, 9], [10, 20, 30, 40, 50, 60, 70, 80, 90]]
        let upward = try decoder.decode(BMPs(width: 3, height: 2).file(rows: rows))
        #expect(upward.pixels == [30, 20, 10, 60, 50, 40, 90, 80, 70, 3, 2, 1, 6, 5, 4, 9, 8, 7])
        let downward = try decoder.decode(BMPs(width: 3, height: 2, isTopDown: true).file(rows: rows))
        #expect(downward.pixels == upward.oriented(.flipVertical).pixels)
    }

    @Test func fillerOf32BitsIsNotTransparency() throws {
        let file = BMPs(width: 1, height: 1, bits: 32).file(rows: [[1, 2, 3, 0]])
        #expect(try decoder.decode(file).pixels == [3, 2, 1])
        let fields = BMPs(width: 1, height: 1, bits: 32, compression: 3, masks: [0xFF0000, 0xFF00, 0xFF])
        #expect(try decoder.decode(fields.file(rows: [[1, 2, 3, 0]])).pixels == [3, 2, 1])
    }

    @Test func palette() throws {
        let file = BMPs(width: 3, height: 1, bits: 8, palette: [1, 2, 3, 0, 4, 5, 6, 0])
        #expect(try decoder.decode(file.file(rows: [[1, 0, 7]])).pixels == [6, 5, 4, 3, 2, 1, 0, 0, 0])
    }

    @Test func otherKindsAreNamed() {
        let sixteen = BMPs(width: 1, height: 1, bits: 16).file(rows: [[1, 2]])
        #expect(throws: ImageError.unsupportedVariant(.bmp, detail: "16 bits per pixel")) {
            try decoder.decode(sixteen)
        }
        let packed = BMPs(width: 1, height: 1, bits: 8, compression: 1, palette: [0, 0, 0, 0]).file(rows: [[1, 2]])
        #expect(throws: ImageError.unsupportedVariant(.bmp, detail: "compression 1")) { try decoder.decode(packed) }
        let swapped = BMPs(width: 1, height: 1, bits: 32, compression: 3, masks: [0xFF, 0xFF00, 0xFF0000])
        #expect(throws: ImageError.unsupportedVariant(.bmp, detail: "compression 3")) {
            try decoder.decode(swapped.file(rows: [[1, 2, 3, 4]]))
        }
    }

    @Test func cutFilesAreTruncated() throws {
        let row = [UInt8](repeating: 9, count: 30)
        let file = BMPs(width: 10, height: 4).file(rows: [row, row, row, row])
        #expect(throws: Never.self) { try decoder.decode(Array(file.dropLast(2))) }
        for length in [20, 40, 54, file.count - 3] {
            #expect(throws: ImageError.truncated(.bmp)) { try decoder.decode(Array(file[..<length])) }
        }
    }

    @Test func emptySizesAreCorrupt() {
        #expect(throws: ImageError.corrupt(.bmp, reason: "size 0 x 4")) {
            try decoder.decode(BMPs(width: 0, height: 4).file(rows: []))
        }
    }
}
