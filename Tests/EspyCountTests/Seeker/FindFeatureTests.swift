import Espy
import EspyPixels
import Foundation
import Testing

/// What finds are judged by.
@Suite struct FindFeatureTests {
    @Test func eachIsHeldAgainstTheSurest() {
        let boxes = [
            Rect(x: 10, y: 10, width: 40, height: 40), Rect(x: 60, y: 10, width: 40, height: 40),
            Rect(x: 70, y: 10, width: 40, height: 40), Rect(x: 120, y: 1, width: 80, height: 80),
        ]
        let finds = zip(boxes, [0.9, 0.8, 0.6, 0.2]).map { SeekerFind(box: $0, score: $1) }
        let features = FindFeatures(finds, likeness: [0.9, 0.8, 0.8, 0.3], width: 400, height: 300)
        // The surest are the first two: the third has less than four fifths of the best score.
        #expect(abs(features.likeness[3] - (0.3 - 0.85)) < 1e-9)
        #expect(abs(features.size[3] - log(2)) < 1e-9)
        #expect(features.size[1] == 0)
        #expect(features.aspect == [0, 0, 0, 0])
        #expect(features.overlap[0] == 0)
        #expect(abs(features.overlap[2] - 0.75) < 1e-9)
        #expect(features.isCut == [false, false, false, true])
        #expect(abs(features.surestLogit - (log(9) + log(4)) / 2) < 1e-9)
    }

    @Test func aListWithoutASureFindGoesByItsBest() {
        let finds = [SeekerFind(box: Rect(x: 10, y: 10, width: 4, height: 4), score: 0.3)]
        #expect(FindFeatures(finds, likeness: [0.5], width: 40, height: 40).likeness == [0])
        #expect(FindFeatures([], likeness: [], width: 40, height: 40).logits.isEmpty)
    }
}

/// Which size a photo is looked at in.
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
