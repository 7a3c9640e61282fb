import Espy
import EspyPixels
import Testing

@Suite struct CountOptionTests {
    private func problem(_ options: CountOptions, width: Int = 100, height: Int = 80) -> CountError? {
        do throws(CountError) {
            try options.check(width: width, height: height)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [-0.1, 1.1, .nan, .infinity])
    func thresholdsAreShares(value: Double) {
        for options in [CountOptions(confidence: value), CountOptions(similarity: value)] {
            guard case .unusableThreshold? = problem(options) else {
                Issue.record("\(value) was taken")
                continue
            }
        }
    }

    @Test func usualOptionsAreFine() {
        let triangle = [Point(x: 0, y: 0), Point(x: 50, y: 0), Point(x: 0, y: 50)]
        let options = CountOptions(
            confidence: 0, similarity: 1, like: Rect(x: 90, y: 70, width: 30, height: 30), region: triangle,
            exclusions: [triangle])
        #expect(problem(.init()) == nil)
        #expect(problem(options) == nil)
    }

    @Test func regionsNeedThreeFiniteCorners() {
        let two = [Point(x: 0, y: 0), Point(x: 50, y: 0)]
        #expect(problem(.init(region: two)) == .unusableRegion(two))
        #expect(problem(.init(exclusions: [two])) == .unusableRegion(two))
        #expect(problem(.init(region: [])) == .unusableRegion([]))
        let endless = two + [Point(x: .infinity, y: 0)]
        #expect(problem(.init(region: endless)) == .unusableRegion(endless))
    }

    @Test func examplesLieInThePicture() {
        for like in [
            Rect(x: 100, y: 0, width: 5, height: 5), Rect(x: -9, y: 0, width: 9, height: 9),
            Rect(x: 5, y: 5, width: 0, height: 5), Rect(x: 5, y: 5, width: 5, height: -1),
        ] {
            #expect(problem(.init(like: like)) == .unusableExample(like))
        }
        #expect(problem(.init(like: Rect(x: .nan, y: 0, width: 5, height: 5))) != nil)
    }

    @Test func pictureHasPixels() {
        #expect(problem(.init(), width: 0) == .emptyImage(width: 0, height: 80))
        #expect(problem(.init(), width: 1, height: 1) == nil)
    }
}
