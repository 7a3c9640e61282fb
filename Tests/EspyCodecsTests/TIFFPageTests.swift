import EspyCodecs
import EspyPixels
import EspyTestSupport
import Testing

/// Which pictures of a TIFF file are pages, and that each can be decoded.
struct TIFFPageTests {
    private func decoder(page: Int) -> ImageDecoder { ImageDecoder(options: DecodingOptions(page: page)) }

    /// A page of one color.
    private func page(
        _ color: [UInt8], width: Int = 4, height: Int = 2, _ others: [(Int, TIFFs.Value)] = []
    ) -> [(Int, TIFFs.Value)] {
        let rows = (0..<width * height).flatMap { _ in color }
        return TIFFs.fields(width: width, height: height, rows: rows, others: others)
    }

    private let red: [UInt8] = [200, 0, 0]
    private let green: [UInt8] = [0, 200, 0]
    private let blue: [UInt8] = [0, 0, 200]

    private func colors(_ file: [UInt8]) throws -> [[UInt8]] {
        let pages = try decoder(page: 1).info(of: file).pages
        return try (1...pages).map { Array(try decoder(page: $0).decode(file).pixels[..<3]) }
    }

    @Test(arguments: [(true, false), (false, false), (true, true), (false, true)])
    func eachPageIsReadByItsNumber(isLittle: Bool, isBig: Bool) throws {
        let file = TIFFs(isLittle: isLittle, isBig: isBig).file(pages: [
            page(red), page(green, width: 6, height: 3), page(blue),
        ])
        #expect(try colors(file) == [red, green, blue])
        let second = try decoder(page: 2).decodePhoto(file)
        #expect(second.image.width == 6)
        #expect(second.image.height == 3)
        #expect(second.source == PictureSource(page: 2, pages: 3))
        #expect(throws: ImageError.noSuchPage(4, pages: 3, frames: 1)) { try decoder(page: 4).decode(file) }
        #expect(throws: ImageError.noSuchPage(0, pages: 3, frames: 1)) { try decoder(page: 0).info(of: file) }
    }

    @Test func theFullPictureIsTakenForItsReducedCopy() throws {
        let copies: [[(Int, TIFFs.Value)]] = [[(254, .longs([1]))], [(255, .shorts([2]))]]
        for tags in copies {
            let file = TIFFs().file(pages: [page(red, width: 2, height: 1, tags), page(green)])
            #expect(try colors(file) == [green])
            let after = TIFFs().file(pages: [page(green), page(red, width: 2, height: 1, tags)])
            #expect(try colors(after) == [green])
        }
    }

    @Test func masksAreNoPages() throws {
        let mask: [(Int, TIFFs.Value)] = [(254, .longs([4])), (262, .shorts([4]))]
        #expect(try colors(TIFFs().file(pages: [page(green), page(red, mask)])) == [green])
    }

    @Test func aReducedCopyAloneIsTaken() throws {
        #expect(try colors(TIFFs().file(pages: [page(blue, [(254, .longs([1]))])])) == [blue])
    }

    @Test func fullPicturesBelowOthersArePages() throws {
        let below = page(green, width: 8, height: 4)
        let file = TIFFs().file(pages: [page(red, [(330, .directory(below))])])
        #expect(try colors(file) == [red, green])
        // If the first is a thumbnail, the one below it is the picture.
        let copy = TIFFs().file(pages: [page(red, [(254, .longs([1])), (330, .directory(below))])])
        #expect(try colors(copy) == [green])
        let smaller = page(green, width: 2, height: 1, [(254, .longs([1]))])
        #expect(try colors(TIFFs().file(pages: [page(red, [(330, .directory(smaller))])])) == [red])
    }

    @Test func eachPageLiesInItsOwnWay() throws {
        let file = TIFFs().file(pages: [page(red), page(green, [(274, .shorts([6]))])])
        #expect(try decoder(page: 1).info(of: file).width == 4)
        #expect(try decoder(page: 2).info(of: file).width == 2)
        #expect(try decoder(page: 2).decode(file).height == 4)
    }

    /// A truncated file reports that it had more pages.
    @Test func aPageThatIsCutOffIsCounted() throws {
        let file = TIFFs().file(pages: [page(red), page(green)])
        let part = Array(file[..<(TIFFs().file(pages: [page(red)]).count - 2)])
        let photo = try decoder(page: 1).decodePhoto(part)
        #expect(photo.source.pages == 2)
        #expect(throws: ImageError.truncated(.tiff)) { try decoder(page: 2).decode(part) }
    }

    @Test func limitsHoldForEachPage() throws {
        let file = TIFFs().file(pages: [page(red), page(green, width: 64, height: 64)])
        let small = ImageDecoder(options: DecodingOptions(maxPixels: 100, page: 2))
        #expect(throws: ImageError.tooManyPixels(width: 64, height: 64, limit: 100)) { try small.decode(file) }
        #expect(throws: Never.self) { try ImageDecoder(options: DecodingOptions(maxPixels: 100)).decode(file) }
    }

    /// A chain that returns to its beginning has as many pages as it has directories.
    @Test func aCircleEnds() throws {
        var file = TIFFs().file(pages: [page(red)])
        let next = 8 + 2 + 12 * 9
        file.replaceSubrange(next..<next + 4, with: [0, 0, 0, 8])
        #expect(try colors(file) == [red])
    }

    @Test(arguments: [true, false])
    func bigFilesAreRead(isLittle: Bool) throws {
        let file = TIFFs(isLittle: isLittle, isBig: true).picture(width: 8, height: 6) {
            [UInt8(10 * $0), UInt8(10 * $1), 7]
        }
        let info = try ImageDecoder().info(of: file)
        #expect(info.format == .tiff)
        #expect(info.width == 8)
        #expect(info.height == 6)
        #expect(info.pages == 1)
        #expect(Array(try ImageDecoder().decode(file).pixels.suffix(3)) == [70, 50, 7])
    }
}
