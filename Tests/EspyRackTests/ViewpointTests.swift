import Espy
import EspyPixels
import Testing

@Suite struct ViewpointTests {
    /// The map of a lattice seen by a camera above it that points at `target`; all units are cells.
    private func map(from eye: SIMD3<Double>, to target: SIMD3<Double>, focal: Double) -> Homography {
        func unit(_ vector: SIMD3<Double>) -> SIMD3<Double> { vector / (vector * vector).sum().squareRoot() }
        func cross(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(
                one.y * other.z - one.z * other.y, one.z * other.x - one.x * other.z,
                one.x * other.y - one.y * other.x)
        }
        let ahead = unit(target - eye)
        let right = unit(cross(SIMD3(0, 1, 0), ahead))
        let down = cross(ahead, right)
        func dot(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double { (one * other).sum() }
        let rows = [focal * right + 500 * ahead, focal * down + 400 * ahead, ahead]
        let last = rows.map { -dot($0, eye) }
        return Homography(
            a: rows[0].x, b: rows[0].y, c: last[0], d: rows[1].x, e: rows[1].y, f: last[1], g: rows[2].x, h: rows[2].y,
            i: last[2])
    }

    @Test(arguments: [0.7, 0.8, 1.2]) func slantedCameraIsFound(share: Double) {
        let eye = SIMD3(9.0, 12.0, -14.0)
        let map = map(from: eye, to: SIMD3(4, 4, 0), focal: share * 1000)
        let viewpoint = Viewpoint(map: map, width: 1000, height: 800)
        #expect(abs(viewpoint.foot.x - 9) < 0.5)
        #expect(abs(viewpoint.foot.y - 12) < 0.5)
        #expect(abs(viewpoint.height - 14) < 1)
    }

    @Test func fromStraightAboveItIsTheMiddleOfThePicture() {
        let map = map(from: SIMD3(3, 5, -10), to: SIMD3(3, 5, 0), focal: 700)
        let viewpoint = Viewpoint(map: map, width: 1000, height: 800)
        #expect(abs(viewpoint.foot.x - 3) < 0.01)
        #expect(abs(viewpoint.foot.y - 5) < 0.01)
        #expect((7...14).contains(viewpoint.height))
    }

    @Test func foldedMapsAreSeenFromFarAway() {
        let flat = Homography(a: 1, b: 1, c: 0, d: 1, e: 1, f: 0, g: 0, h: 0, i: 1)
        let viewpoint = Viewpoint(map: flat, width: 100, height: 100)
        #expect(viewpoint.height > 0)
        #expect(viewpoint.height.isFinite)
        #expect(viewpoint.foot.x.isFinite)
    }
}
