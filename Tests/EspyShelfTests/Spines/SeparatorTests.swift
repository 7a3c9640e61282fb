import Espy
import EspyPixels
import Testing

@Suite struct SeparatorTests {
    /// Dark to the left of a slanted line, bright to the right.
    private func edge(slope: Double, width: Int = 200, height: Int = 160) -> GrayImage {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let border = 100 + slope * (Double(y) + 0.5 - Double(height) / 2)
                pixels.append(Double(x) + 0.5 > border ? 160 : 100)
            }
        }
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    @Test(arguments: [0, 0.1, -0.2, 0.3])
    func edgeIsFoundWithItsSlope(slope: Double) throws {
        let sums = StripSums(EdgeVotes(edge(slope: slope)))
        #expect(sums.count == 5)
        let lines = LineSearch(sums, band: 0..<5).lines()
        let best = try #require(lines.max { $0.score < $1.score })
        #expect(abs(best.x - 100) <= 1.5)
        #expect(abs(best.slope - slope) < 0.02)
        #expect(best.sign == 1)
        #expect(best.strips == 0..<5)
    }

    @Test func lettersAndFlatGroundsGiveNoVotes() {
        let flat = EdgeVotes(GrayImage(width: 40, height: 40, pixels: [UInt8](repeating: 77, count: 1600)))
        #expect(flat.votes.allSatisfy { $0 == 0 })
        let level = EdgeVotes(edge(slope: 3))
        #expect(level.votes.allSatisfy { $0 == 0 })
    }

    @Test func shelvesEndWhereEdgesDo() {
        // Twelve stripes above and twelve below a free space of 64 rows.
        let (width, height) = (256, 320)
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let isFree = (128..<192).contains(y)
                pixels.append(isFree ? 128 : x / 10 % 2 == 0 ? 60 : 190)
            }
        }
        let gray = GrayImage(width: width, height: height, pixels: pixels)
        #expect(ShelfRows(sums: StripSums(EdgeVotes(gray))).bands() == [0..<4, 6..<10])
    }

    @Test func choiceIsTheBestSetThatDoesNotOverlap() {
        let lines = (0..<5).map { SeparatorLine(x: Double(10 * $0), slope: 0, score: 1, strips: 0..<4, sign: 1) }
        let choice = BookChoice(lines: lines)
        #expect(choice.best([(0, 1, 1), (1, 2, 1), (0, 2, 1.5)]) == [0, 1])
        #expect(choice.best([(0, 1, 1), (1, 2, 1), (0, 2, 3)]) == [2])
        #expect(choice.best([(0, 3, 2), (1, 2, 5), (3, 4, 0)]) == [1])
        #expect(choice.best([]) == [])
    }

    @Test func neighborsMayShareOneColumn() {
        let lines = [0.0, 10, 11, 20].map { SeparatorLine(x: $0, slope: 0, score: 1, strips: 0..<4, sign: 1) }
        #expect(BookChoice(lines: lines).best([(0, 2, 1), (1, 3, 1)]) == [0, 1])
    }

    @Test func largestTwoOfEveryRange() {
        let values: [Float] = [3, 1, 4, 1, 5, 9, 2, 6]
        let table = RangeMaximum(values)
        for low in 0..<values.count {
            for high in low + 1...values.count {
                let sorted = values[low..<high].sorted(by: >)
                let (first, second) = table.two(low..<high)
                #expect(first == sorted[0])
                #expect(second == (sorted.count > 1 ? sorted[1] : 0))
            }
        }
        #expect(table.two(2..<2) == (0, 0))
    }

    @Test func treesAskAndAdd() {
        // One question and a single leaf.
        let trees = BoostedTrees("1<0.5 10 20 100", bias: 1, glance: (2, 0))
        #expect([[Float(9), 0.5], [0, 0.6]].map { $0.withUnsafeBufferPointer(trees.score) } == [111, 121])
    }

    @Test func treesBranchOnBothSides() {
        let trees = BoostedTrees("0<1 1<2 1 2 1<3 4 -0.5\n8", bias: 0, glance: (9, 0))
        let corners: [[Float]] = [[0, 0], [1, 9], [2, 3], [2, 4]]
        #expect(corners.map { $0.withUnsafeBufferPointer(trees.score) } == [9, 10, 12, 7.5])
    }

    @Test func treesOfAFileAreThoseOfItsWords() throws {
        let json = """
            {"features": ["a", "b"], "bias": 1, "glance": {"trees": 9, "least": 0}, "trees": ["0<1 1<2 1 2 4", "8"]}
            """
        let trees = try #require(BoostedTrees(json: Array(json.utf8), features: ["a", "b"]))
        let corners: [[Float]] = [[0, 0], [1, 9], [2, 3]]
        #expect(corners.map { $0.withUnsafeBufferPointer(trees.score) } == [10, 11, 13])
        #expect(BoostedTrees(json: Array(json.utf8), features: ["b", "a"]) == nil)
    }

    @Test func whatHasLittleAfterAGlanceIsGivenUp() {
        let trees = BoostedTrees("-3 100", bias: 0, glance: (1, -2))
        #expect([Float(0)].withUnsafeBufferPointer(trees.score) == -9)
    }
}
