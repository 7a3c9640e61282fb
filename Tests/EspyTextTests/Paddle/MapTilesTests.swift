import EspyPixels
import EspyText
import Testing

/// Maps assembled from tiles.
@Suite struct MapTilesTests {
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
        #expect(shown == 2)
        #expect(map.values == stride(from: 0, to: image.pixels.count, by: 3).map { Float(image.pixels[$0]) / 255 })
        #expect(MapTiles.map(of: image) { _ in nil } == nil)
    }
}
