import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

@Suite struct JPEGStructureTests {
    let decoder = ImageDecoder()
    let picture = Pictures.quarters()
    let exif = JPEGs.exif(EXIFBlocks.tiff(orientation: 6))

    @Test func firstUsefulOrientationCounts() throws {
        let jpeg = try ImageEncoder.jpeg(picture)
        let other = JPEGs.exif(EXIFBlocks.tiff(orientation: 3))
        #expect(try decoder.info(of: JPEGs.inserting([exif, other], into: jpeg)).orientation == .rotate90)
        // XMP shares the segment's number but is not EXIF.
        let xmp = JPEGs.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8))
        #expect(try decoder.info(of: JPEGs.inserting([xmp, exif], into: jpeg)).orientation == .rotate90)
    }

    @Test func fillBytesAndStrayBytesAreSkipped() throws {
        let jpeg = try ImageEncoder.jpeg(picture)
        let filled = JPEGs.inserting([[0xFF, 0xFF, 0xFF], exif], into: jpeg)
        #expect(try decoder.info(of: filled).orientation == .rotate90)
        let stray = JPEGs.inserting([exif, [0x00, 0x12]], into: jpeg)
        #expect(try decoder.info(of: stray).storedWidth == 48)
        #expect(Pictures.distance(try decoder.decode(stray), picture.oriented(.rotate90)) < 6)
    }

    @Test func strayBytesBeforeTheEndAreHarmless() throws {
        let jpeg = try ImageEncoder.jpeg(picture)
        let padded = Array(jpeg.dropLast(2)) + [0x00, 0x00, 0x00] + [0xFF, 0xD9]
        #expect(try decoder.decode(padded) == decoder.decode(jpeg))
    }

    @Test func damagedScanIsCorruptOrTruncated() throws {
        var jpeg = try ImageEncoder.jpeg(Pictures.gradient(width: 256, height: 256), quality: 95)
        let middle = jpeg.count / 2
        jpeg.replaceSubrange(middle..<middle + 400, with: [UInt8](repeating: 0xFE, count: 400))
        let error = #expect(throws: ImageError.self) { try decoder.decode(jpeg) }
        switch error {
        case .corrupt(.jpeg, let reason): #expect(reason.contains("orrupt"))
        case .truncated(.jpeg): break
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test func inkWithoutAdobesMarkIsNotInverted() throws {
        var file = JPEGs.cmyk(width: 16, height: 16, inverted: [200, 255, 128, 230])
        let marker = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xEE })
        file.removeSubrange(marker..<marker + 16)
        // Without the marker, the four planes are read as stored: as ink, and not as YCCK.
        let info = try decoder.info(of: file)
        #expect(info.storedWidth == 16)
        let plain = try decoder.decode(file)
        #expect(plain.color(8, 8) != [180, 230, 115])
        #expect(Set(plain.pixels).count <= 6)
    }

    @Test func twoFrameHeadersMustAgree() throws {
        let jpeg = try ImageEncoder.jpeg(picture)
        let start = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        var second = Array(jpeg[start..<start + 19])
        second[5...8] = [0, 8, 0, 8]
        #expect(throws: ImageError.self) { try decoder.decode(JPEGs.inserting([second], into: jpeg)) }
    }

    @Test func frameWithoutHeightIsCorrupt() throws {
        var jpeg = try ImageEncoder.jpeg(picture)
        let start = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        jpeg[start + 5] = 0
        jpeg[start + 6] = 0
        #expect(throws: ImageError.corrupt(.jpeg, reason: "no frame header")) { try decoder.info(of: jpeg) }
    }

    @Test func lossyScansWithoutTheirSegmentsAreTruncated() throws {
        let jpeg = JPEGs.inserting([exif], into: try ImageEncoder.jpeg(picture))
        for length in 3..<200 {
            #expect(throws: ImageError.truncated(.jpeg)) { try decoder.info(of: Array(jpeg[..<length])) }
        }
    }
}
