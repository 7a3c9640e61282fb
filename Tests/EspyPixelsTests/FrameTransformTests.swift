import EspyPixels
import Testing

struct FrameTransformTests {
    private func transform(
        _ scaling: FrameTransform.Scaling, _ turn: FrameTransform.Turn = .none, isMirrored: Bool = false
    ) throws -> FrameTransform {
        try #require(
            FrameTransform(
                frameWidth: 1920, frameHeight: 1080, viewWidth: 400, viewHeight: 800, scaling: scaling, turn: turn,
                isMirrored: isMirrored))
    }

    private func near(_ one: Point, _ x: Double, _ y: Double) -> Bool { one.distance(to: Point(x: x, y: y)) < 1e-9 }

    @Test func fitShowsAllAndFillCutsOff() throws {
        let fit = try transform(.fit)
        #expect(near(fit.view(Point(x: 0, y: 0)), 0, 287.5))
        #expect(near(fit.view(Point(x: 1920, y: 1080)), 400, 512.5))
        let fill = try transform(.fill)
        let scale = 800.0 / 1080
        #expect(near(fill.view(Point(x: 960, y: 0)), 200, 0))
        #expect(near(fill.view(Point(x: 0, y: 540)), 200 - 960 * scale, 400))
    }

    @Test func turnsAreClockwise() throws {
        // The top left corner of the frame moves to the top right, bottom right and bottom left.
        #expect(near(try transform(.fit, .quarter).view(Point(x: 0, y: 0)), 400, 400 - 200 * 16 / 9))
        #expect(near(try transform(.fit, .half).view(Point(x: 0, y: 0)), 400, 512.5))
        #expect(near(try transform(.fit, .threeQuarters).view(Point(x: 0, y: 0)), 0, 400 + 200 * 16 / 9))
    }

    @Test func mirroringExchangesLeftAndRightOfTheView() throws {
        for turn in FrameTransform.Turn.allCases {
            let (plain, mirrored) = (try transform(.fill, turn), try transform(.fill, turn, isMirrored: true))
            let place = Point(x: 300, y: 200)
            #expect(near(mirrored.view(place), 400 - plain.view(place).x, plain.view(place).y))
        }
    }

    @Test(arguments: FrameTransform.Turn.allCases, FrameTransform.Scaling.allCases)
    func wayBackLeadsBack(turn: FrameTransform.Turn, scaling: FrameTransform.Scaling) throws {
        for isMirrored in [false, true] {
            let transform = try transform(scaling, turn, isMirrored: isMirrored)
            for place in [Point(x: 0, y: 0), Point(x: 1900, y: 30), Point(x: 700.5, y: -200)] {
                #expect(near(transform.frame(transform.view(place)), place.x, place.y))
                #expect(near(transform.view(transform.frame(place)), place.x, place.y))
            }
            let quad = Quad(Rect(x: 10, y: 20, width: 30, height: 40))
            #expect(near(transform.frame(transform.view(quad)).bottomRight, 40, 60))
            #expect(transform.view(quad).signedArea.sign == (isMirrored ? .minus : .plus))
        }
    }

    @Test func lengthsMustMakeSense() {
        for length in [0, -3, Double.nan, .infinity] {
            #expect(
                FrameTransform(frameWidth: length, frameHeight: 9, viewWidth: 9, viewHeight: 9, scaling: .fit) == nil)
            #expect(
                FrameTransform(frameWidth: 9, frameHeight: 9, viewWidth: 9, viewHeight: length, scaling: .fit) == nil)
        }
    }
}
