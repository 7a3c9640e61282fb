import Espy
import EspyTrials
import Foundation
import Testing

/// When the trained detector may reach more installations.
struct RolloutTests {
    private func figures(_ frames: Int, spines: Int, false wrong: Int = 0, missed: Int = 0) -> RolloutFigures {
        RolloutFigures(
            frames: frames, spines: spines, corrections: wrong + missed, falseOutlines: wrong, missed: missed)
    }

    @Test func sharesAreOfWhatPeopleLeft() {
        #expect(figures(1, spines: 0).precision == nil)
        #expect(figures(1, spines: 0).recall == nil)
        #expect(figures(1, spines: 10, false: 2, missed: 2).precision == 0.8)
        #expect(figures(1, spines: 10, false: 2, missed: 2).recall == 0.8)
        // More were removed than are known: the oldest lines are gone.
        #expect(figures(1, spines: 2, false: 5).precision == 0)
    }

    @Test func aStageWithoutFramesDoesNotGoOn() {
        let few = Rollout(stage: .first, seen: figures(19, spines: 400), last: nil)
        #expect(few.objections == [.tooFewFrames(19)])
        #expect(Rollout(stage: .first, seen: figures(20, spines: 400), last: nil).objections.isEmpty)
    }

    @Test func worseThanBeforeDoesNotGoOn() {
        let last = figures(50, spines: 1_000, false: 20, missed: 50)
        func objections(_ seen: RolloutFigures) -> [Rollout.Objection] {
            Rollout(stage: .quarter, seen: seen, last: last).objections
        }
        #expect(objections(last).isEmpty)
        #expect(objections(figures(20, spines: 100, false: 3)) == [.moreFalseOutlines])
        #expect(objections(figures(20, spines: 100, false: 1, missed: 7)) == [.moreMissed])
        #expect(objections(figures(20, spines: 100, false: 3, missed: 7)) == [.moreFalseOutlines, .moreMissed])
        #expect(objections(figures(20, spines: 0)) == [.moreFalseOutlines, .moreMissed])
    }

    @Test func stagesFollowEachOther() {
        var stage: FeatureFlag.Stage? = FeatureFlag.Stage.none
        var seen: [Int] = []
        while let present = stage {
            seen.append(present.rawValue)
            stage = Rollout(stage: present, seen: .init(), last: nil).next
        }
        #expect(seen == [0, 5, 25, 50, 100])
    }
}
