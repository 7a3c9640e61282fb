import Espy
import EspyPixels
import Foundation
import Testing

/// The choice of the size at which a photo is analyzed.
@Suite struct SeekerScaleTests {
    @Test func thingsComeToTheNormalSize() {
        for side in [12.0, 37, 90, 333] {
            let scale = SeekerScale.scale(side: side, width: 1600, height: 1200)
            #expect(abs(log(scale * side / SeekerScale.normalSide)) < log(1.025) || side < 20)
        }
    }

    @Test func nothingIsEnlargedWithoutEnd() {
        #expect(SeekerScale.scale(side: 1, width: 400, height: 300) < 5.2)
        #expect(SeekerScale.scale(side: 4, width: 1920, height: 1440) * 1920 < 2700)
    }

    @Test func thingsOfNearlyOneSizeShareAScale() {
        let scales = [38.0, 39, 40, 41].map { SeekerScale.scale(side: $0, width: 1600, height: 700, grid: .coarse) }
        #expect(Set(scales).count == 1)
    }

    @Test func longThingsGoByTheirWidth() {
        #expect(SeekerScale.side(of: Rect(x: 0, y: 0, width: 10, height: 1000)) == 25)
        #expect(SeekerScale.side(of: Rect(x: 0, y: 0, width: 30, height: 30)) == 30)
    }
}

/// Proposals that look alike.
@Suite struct ProposalGroupTests {
    private func proposal(_ side: Double, _ score: Double, _ angle: Float) -> Proposal {
        Proposal(
            box: Rect(x: 0, y: 0, width: side, height: side), score: score, likeness: [cos(angle), sin(angle)])
    }

    @Test func likeAndAboutAsLargeComesTogether() {
        let all = [
            proposal(40, 0.9, 0), proposal(44, 0.8, 0.1), proposal(40, 0.7, 1.5), proposal(120, 0.6, 0),
            proposal(42, 0.5, 0.05),
        ]
        let groups = ProposalGroups.groups(of: all, most: 8)
        #expect(groups[0].sorted() == [0, 1, 4])
        #expect(groups[0].first == 0)
        #expect(groups.count == 3)
        #expect(Set(groups[1] + groups[2]) == [2, 3])
        #expect(ProposalGroups.groups(of: all, most: 1).count == 1)
        #expect(ProposalGroups.groups(of: [], most: 4).isEmpty)
    }
}
