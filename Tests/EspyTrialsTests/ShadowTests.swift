import Espy
import EspyPixels
import EspyTrials
import Foundation
import Synchronization
import Testing

struct ShadowTests {
    /// Finds the given spines.
    private struct Fixed: SpineDetector {
        let found: [DetectedSpine]

        func spines(in image: RGBImage) async throws(CancellationError) -> [DetectedSpine] { found }
    }

    private static func spine(at x: Double, confidence: Double = 0.9) -> DetectedSpine {
        let corners = [(x, 0.0), (x + 10, 0), (x + 10, 100), (x, 100)].map { Point(x: $0.0, y: $0.1) }
        return DetectedSpine(
            quad: Quad(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3]),
            row: 0, confidence: confidence)
    }

    @Test func agreementPairsEachSpineOnce() {
        let quads = [0, 20, 40].map { Self.spine(at: $0).quad }
        let others = [21, 22, 60].map { Self.spine(at: $0).quad }
        #expect(SpineAgreement(quads, others) == SpineAgreement(both: 1, onlyFirst: 2, onlySecond: 2))
        #expect(SpineAgreement(quads, quads).share == 1)
        #expect(SpineAgreement([], []).share == nil)
        let sum = SpineAgreement(both: 1, onlyFirst: 2) + SpineAgreement(both: 3, onlySecond: 4)
        #expect(sum == SpineAgreement(both: 4, onlyFirst: 2, onlySecond: 4))
        #expect(sum.share == 0.4)
    }

    @Test func onlyTheShownDetectorAnswers() async throws {
        let shown = Fixed(found: [Self.spine(at: 0), Self.spine(at: 20, confidence: 0.1)])
        let hidden = Fixed(found: [Self.spine(at: 1), Self.spine(at: 40), Self.spine(at: 60, confidence: 0.2)])
        let told = Mutex<[SpineAgreement]>([])
        let detector = ShadowSpineDetector(shown: shown, hidden: hidden, confidence: 0.3) { agreement in
            told.withLock { $0.append(agreement) }
        }
        let image = RGBImage(width: 4, height: 4, red: 0, green: 0, blue: 0)
        #expect(try await detector.spines(in: image) == shown.found)
        // Spines below the threshold count for neither detector.
        #expect(told.withLock { $0 } == [SpineAgreement(both: 1, onlySecond: 1)])
    }

    @Test func comparisonsAreWrittenDownAsCounts() throws {
        let agreement = SpineAgreement(both: 12, onlyFirst: 1, onlySecond: 2)
        let event = TelemetryEvent(
            time: 5, session: "a",
            body: .comparison(.init(frame: 3, shown: "classical", hidden: "trained", agreement)))
        let line = try #require(TelemetryLine.bytes(of: event))
        let text = String(decoding: line, as: UTF8.self)
        let data = #"{"both":12,"frame":3,"hidden":"trained","onlyHidden":2,"onlyShown":1,"shown":"classical"}"#
        #expect(text.contains(#""event":"comparison""#))
        #expect(text.contains(data))
        #expect(try JSONDecoder().decode(TelemetryEvent.self, from: Data(line)) == event)
        var tally = TelemetryTally()
        tally.add(event)
        tally.add(event)
        let report = tally.report()
        #expect(report.shadow?.frames == 2)
        #expect(report.shadow?.both == 24)
        #expect(report.shadow?.onlyHidden == 4)
        #expect(report.text.contains("shadow      2 frames: 24 spines of both, 2 only shown, 4 only hidden\n"))
        #expect(TelemetryTally().report().shadow == nil)
    }
}
