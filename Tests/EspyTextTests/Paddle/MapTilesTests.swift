import EspyPixels
import EspyText
import Testing

/// Maps that are put together out of pieces.
@Suite struct MapTilesTests {
    @Test(arguments: [1, 32, 512, 513, 544, 640, 768, 1_600, 2_240]) func piecesCoverAllOnce(length: Int) {
        let pieces = MapTiles.pieces(of: length)
        #expect(pieces.flatMap { Array($0.kept) } == Array(0..<length))
        for (whole, kept) in pieces {
            #expect(whole.count == pieces[0].whole.count)
            #expect(whole.count <= 512)
            #expect(whole.lowerBound >= 0)
            #expect(whole.upperBound <= length)
            // What is kept was seen with what surrounds it.
            #expect(kept.lowerBound == 0 || kept.lowerBound - whole.lowerBound >= 64)
            #expect(kept.upperBound == length || whole.upperBound - kept.upperBound >= 64)
        }
    }

    @Test func everyPixelComesFromItsPlace() throws {
        let (width, height) = (928, 704)
        var image = RGBImage(width: width, height: height, red: 0, green: 0, blue: 0)
        for place in image.pixels.indices { image.pixels[place] = UInt8(truncatingIfNeeded: place &* 31 &+ place >> 9) }
        var shown = 0
        let map = try #require(
            MapTiles.map(of: image) { piece in
                shown += 1
                let values = stride(from: 0, to: piece.pixels.count, by: 3).map { Float(piece.pixels[$0]) / 255 }
                return TextMap(width: piece.width, height: piece.height, values: values)
            })
        #expect(shown == 6)
        #expect(map.values == stride(from: 0, to: image.pixels.count, by: 3).map { Float(image.pixels[$0]) / 255 })
        #expect(MapTiles.map(of: image) { _ in nil } == nil)
    }
}
