import Espy
import EspyPixels
import Testing

struct MultiScaleFusionTests {
    private func look(_ zoom: Double, _ things: [(Rect, Double)]) -> ScaleDetections {
        ScaleDetections(zoom: zoom, candidates: things.map { Candidate(rect: $0.0, objectness: $0.1) })
    }

    private let box = Rect(x: 100, y: 100, width: 40, height: 40)

    private func expect(_ found: Double, is wanted: Double) { #expect(abs(found - wanted) < 1e-9, "\(found)") }

    @Test func whatAllLooksSeeHasTheirMeanScore() throws {
        let found = MultiScaleFusion.candidates(of: [
            look(1, [(box, 0.9)]), look(0.7, [(box, 0.6)]), look(1.4, [(box, 0.75)]),
        ])
        let only = try #require(found.first)
        #expect(found.count == 1)
        #expect(only.rect.iou(box) > 0.999)
        expect(only.objectness, is: 0.75)
    }

    @Test func whatOneLookSeesLosesMostOfItsScore() throws {
        let found = MultiScaleFusion.candidates(of: [look(1, [(box, 0.9)]), look(0.7, []), look(1.4, [])])
        expect(try #require(found.first).objectness, is: 0.5)
        let alone = MultiScaleFusion.candidates(of: [look(1, [(box, 0.9)])])
        expect(try #require(alone.first).objectness, is: 0.9)
    }

    @Test func boxIsTheMeanWeightedByTheSquareOfTheScore() throws {
        let other = Rect(x: 106, y: 97, width: 40, height: 46)
        let found = MultiScaleFusion.candidates(of: [look(1, [(box, 0.8)]), look(1.4, [(other, 0.4)])])
        let mean = try #require(found.first).rect
        // Weights 0.64 and 0.16.
        expect(mean.x, is: 101.2)
        expect(mean.y, is: 99.4)
        expect(mean.maxX, is: 141.2)
        expect(mean.maxY, is: 140.6)
        #expect(found.count == 1)
    }

    @Test func doublesInOneLookCountOnce() throws {
        let double = Rect(x: 108, y: 100, width: 40, height: 40)
        let found = MultiScaleFusion.candidates(of: [look(1, [(box, 0.9), (double, 0.8)]), look(1.4, [(box, 0.7)])])
        #expect(found.count == 1)
        expect(try #require(found.first).objectness, is: 0.8)
    }

    @Test func neighborsStayApartBestFirst() {
        let row = (0..<5).map { Rect(x: 50 * Double($0), y: 0, width: 45, height: 45) }
        let scores = [0.6, 0.9, 0.7, 0.8, 0.65]
        let looks = [1, 1.4, 0.7].map { look($0, Array(zip(row, scores))) }
        #expect(MultiScaleFusion.candidates(of: looks).map(\.rect.x) == [50, 150, 100, 200, 0])
    }

    @Test func nothingIsNothing() {
        #expect(MultiScaleFusion.candidates(of: []).isEmpty)
        #expect(MultiScaleFusion.candidates(of: [look(1, []), look(2, [])]).isEmpty)
    }
}
