import Espy
import EspyTrials
import Foundation
import Testing

struct FeatureFlagTests {
    private func flag(_ stage: FeatureFlag.Stage, isKilled: Bool = false) -> FeatureFlag {
        FeatureFlag(FeatureFlag.trainedSpines, stage: stage, isKilled: isKilled)
    }

    /// As in Python: int(sha256(b"anna\0shelf.trained-spines").hexdigest()[:16], 16) % 10000.
    @Test func bucketsAreTheSameEverywhere() {
        #expect(flag(.none).bucket(of: "3f2a90c1") == 7543)
        #expect(flag(.all).bucket(of: "anna") == 3048)
        #expect(FeatureFlag("other", stage: .half).bucket(of: "anna") == 8388)
        #expect(FeatureFlag("x", stage: .half).bucket(of: "") == 2752)
    }

    @Test func stagesHoldTheirShareAndOnlyGrow() {
        let installations = (0..<20_000).map { "installation-\($0)" }
        var before: Set<String> = []
        for stage in FeatureFlag.Stage.allCases {
            let on = Set(installations.filter { flag(stage).isOn(for: $0) })
            #expect(on.isSuperset(of: before))
            // Four standard deviations of a binomial count.
            let share = Double(stage.rawValue) / 100
            let expected = 20_000 * share
            #expect(abs(Double(on.count) - expected) <= 4 * (expected * (1 - share)).squareRoot())
            before = on
        }
        #expect(before.count == 20_000)
    }

    @Test func featuresDoNotShareTheirFirstInstallations() {
        let other = FeatureFlag("other", stage: .quarter)
        let both = (0..<20_000).count { flag(.quarter).isOn(for: "\($0)") && other.isOn(for: "\($0)") }
        #expect((1_050...1_450).contains(both))
    }

    @Test func killedGoesBeforeEverything() {
        for choice in [nil] + SpineDetection.Mode.allCases {
            let detection = flag(.all, isKilled: true).detection(for: "anna", choice: choice)
            #expect(detection == SpineDetection(shown: .classical, reason: .killed))
        }
        #expect(!flag(.all, isKilled: true).isOn(for: "anna"))
    }

    @Test func choiceGoesBeforeTheStage() {
        // anna is in bucket 3048: beyond a quarter, within a half.
        #expect(flag(.all).detection(for: "anna", choice: .classical) == .init(shown: .classical, reason: .chosen))
        #expect(flag(.none).detection(for: "anna", choice: .trained) == .init(shown: .trained, reason: .chosen))
        #expect(flag(.quarter).detection(for: "anna") == .init(shown: .classical, reason: .beyondStage))
        #expect(flag(.half).detection(for: "anna") == .init(shown: .trained, reason: .withinStage))
    }

    @Test func shadowRunsBothAndShowsOne() {
        let early = flag(.quarter).detection(for: "anna", choice: .shadow)
        #expect(early.shown == .classical)
        #expect(early.hidden == .trained)
        #expect(early.mode == .shadow)
        let late = flag(.half).detection(for: "anna", choice: .shadow)
        #expect(late.shown == .trained)
        #expect(late.hidden == .classical)
        #expect(late.mode == .shadow)
    }

    @Test func flagsAreCodable() throws {
        let flag = flag(.quarter, isKilled: true)
        #expect(try JSONDecoder().decode(FeatureFlag.self, from: JSONEncoder().encode(flag)) == flag)
        let detection = flag.detection(for: "anna", choice: .shadow)
        #expect(try JSONDecoder().decode(SpineDetection.self, from: JSONEncoder().encode(detection)) == detection)
        #expect(throws: (any Error).self) {
            try JSONDecoder().decode(
                FeatureFlag.self, from: Data(#"{"name":"x","stage":10,"isKilled":false}"#.utf8))
        }
    }
}
