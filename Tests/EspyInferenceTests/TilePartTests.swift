import EspyInference
import Testing

@Suite struct TilePartTests {
    @Test(arguments: [1, 32, 512, 513, 544, 640, 768, 1_600, 2_240], [(512, 64), (256, 96)])
    func partsCoverAllOnce(length: Int, limits: (most: Int, border: Int)) {
        let parts = TilePart.parts(of: length, most: limits.most, border: limits.border, multiple: 1)
        #expect(parts.flatMap { Array($0.kept) } == Array(0..<length))
        for part in parts {
            #expect(part.whole.count == parts[0].whole.count)
            #expect(part.whole.count <= limits.most)
            #expect(part.whole.lowerBound >= 0)
            #expect(part.whole.upperBound <= length)
            // Everything that is kept was seen with its surroundings.
            #expect(part.kept.lowerBound == 0 || part.kept.lowerBound - part.whole.lowerBound >= limits.border)
            #expect(part.kept.upperBound == length || part.whole.upperBound - part.kept.upperBound >= limits.border)
        }
    }

    @Test(arguments: [32, 384, 416, 1_216, 1_600, 2_592]) func partsLieOnAGrid(length: Int) {
        for part in TilePart.parts(of: length, most: 384, border: 64, multiple: 32) {
            #expect(part.whole.lowerBound.isMultiple(of: 32))
            #expect(part.whole.upperBound.isMultiple(of: 32))
            #expect(part.kept.lowerBound.isMultiple(of: 32))
        }
    }
}
