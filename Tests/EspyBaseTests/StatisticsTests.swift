import EspyBase
import Testing

struct StatisticsTests {
    @Test func measuresAreThoseOfNumPy() throws {
        let measures = try #require(Statistics([4, 1, 3, 2]))
        #expect(measures.mean == 2.5)
        #expect(measures.median == 2.5)
        #expect(measures.deviation == 1.25.squareRoot())
        #expect(Statistics([]) == nil)
        #expect(Statistics([7])?.deviation == 0)
    }

    @Test func ofTwoInTheMiddleTheUpperIsTheMedian() {
        #expect(median([4, 1, 3, 2]) == 3)
        #expect(median([3, 1, 2]) == 2)
        #expect(median([]) == nil)
    }
}
