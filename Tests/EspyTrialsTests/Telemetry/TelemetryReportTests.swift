import Espy
import EspyTrials
import Foundation
import Testing

struct TelemetryReportTests {
    private func event(_ body: TelemetryEvent.Body, at time: Double = 10) -> TelemetryEvent {
        TelemetryEvent(time: time, session: "a", body: body)
    }

    private func tally(_ bodies: [TelemetryEvent.Body]) -> TelemetryReport {
        var tally = TelemetryTally()
        for (index, body) in bodies.enumerated() { tally.add(event(body, at: Double(100 + index))) }
        return tally.report()
    }

    @Test func everythingIsAddedUp() {
        var skipped = TelemetryFrame(
            id: 5, width: 9, height: 9, outcome: .skipped, reason: "busy", detector: "classical-1")
        skipped.unlogged = 29
        let report = tally([
            .start(.init(version: "1", mode: "classical")), .frame(Frames.frame(1, spines: 2, texts: 1)),
            .frame(Frames.frame(2, spines: 4, texts: 2)), .frame(Frames.frame(3, spines: 0, barcodes: 1)),
            .frame(skipped),
            .correction(.init(.add, frame: 1, detector: "classical-1", after: Frames.shape)),
            .correction(.init(.add, frame: 1, detector: "classical-1", after: Frames.shape)),
            .correction(.init(.delete, frame: 1, detector: "trained-1", before: Frames.shape)),
            .loss(.init(count: 4, reason: .queueFull)), .end(.init(frames: 33)),
        ])
        #expect(report.from == 100)
        #expect(report.to == 109)
        #expect(report.sessions == 1)
        #expect(report.lost == 4)
        #expect(report.frames.logged == 4)
        #expect(report.frames.unlogged == 29)
        #expect(report.frames.processed == 3)
        #expect(report.frames.skipped == 1)
        #expect(report.frames.failed == 0)
        #expect(
            report.layers == [
                .init(layers: .init(spines: true, text: true, barcodes: false), frames: 2),
                .init(layers: .init(spines: false, text: false, barcodes: true), frames: 1),
            ])
        #expect(report.detectors.map(\.name) == ["classical-1", "trained-1"])
        #expect(report.detectors[0].spines == 6)
        #expect(report.detectors[0].added == 2)
        #expect(report.detectors[1].deleted == 1)
        #expect(report.detectors[1].frames == 0)
        #expect(
            report.distributions.map(\.name)
                == ["width", "height", "aspect", "tilt", "confidence", "spines", "timing.spines", "timing.total"])
        #expect(report.distributions[0].count == 6)
        #expect(report.distributions[5].count == 3)
        #expect(report.distributions[5].max == 4)
        #expect(report.distributions[5].mean == 2)
    }

    /// Compared with all values, sorted.
    @Test func percentilesAreRightToABin() {
        var bins = Bins(0.01...100_000, bins: 350, scale: .logarithmic)
        var values: [Double] = []
        var state: UInt64 = 7
        for _ in 0..<5_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = exp(Double(state >> 40) / Double(1 << 24) * 4)
            values.append(value)
            bins.add(value)
        }
        values.sort()
        for share in [0.01, 0.1, 0.5, 0.9, 0.99, 1] {
            let exact = values[min(Int(share * 5_000), 4_999)]
            let found = bins.percentile(share) ?? 0
            #expect(abs(found / exact - 1) < 0.05, "\(share): \(found) for \(exact)")
        }
        #expect(bins.least == values[0])
        #expect(bins.most == values[4_999])
    }

    @Test func valuesOutsideAreCountedAtTheEnds() {
        var bins = Bins(0...1, bins: 10)
        for value in [-5, 0, 0.05, 0.95, 1, 70, .nan, .infinity] { bins.add(value) }
        #expect(bins.count == 6)
        #expect(bins.counts.first == 3)
        #expect(bins.counts.last == 3)
        #expect(bins.percentile(1) == 1 || bins.percentile(1) == 70)
        #expect(Bins(0...1, bins: 10).percentile(0.5) == nil)
    }

    /// A hostile file cannot fill the memory or overflow a sum.
    @Test func hugeNumbersAreSurvived() throws {
        let scratch = try TelemetryScratch()
        let line = """
            {"schema":1,"time":1e300,"session":"a","event":"frame","data":{"id":9223372036854775807,\
            "width":-9223372036854775808,"height":0,"outcome":"processed","detector":"NAME",\
            "texts":9223372036854775807,\
            "barcodes":-1,"spineCount":9223372036854775807,"spines":[{"width":1e308,"height":-1e308,"aspect":1e308,\
            "tilt":1e308,"confidence":-5}],"timings":{"total":-3,"spines":1e308},"unlogged":9223372036854775807}}

            """
        try scratch.write(
            "spines-000001-a.jsonl", (0..<100).map { line.replacingOccurrences(of: "NAME", with: "d\($0)") }.joined())
        let report = try scratch.folder.report()
        #expect(report.events == 100)
        #expect(report.detectors.count == 17)
        #expect(report.text.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(report.text)")
        for distribution in report.distributions { #expect(TelemetryPlot.svg(of: distribution).hasSuffix("</svg>\n")) }
    }

    @Test func emptyFolder() throws {
        let report = try TelemetryScratch().folder.report()
        #expect(report.events == 0)
        #expect(report.distributions.isEmpty)
        #expect(report.from == nil)
        #expect(report.text.contains("frames      0 logged"))
    }

    @Test func textFitsEightyColumns() {
        let report = tally((0..<50).map { .frame(Frames.frame($0, spines: $0 % 7, texts: $0 % 3)) })
        #expect(report.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(report.text)")
        #expect(report.text.contains("  spines + text"))
        #expect(report.text.contains("  timing.total"))
    }

    @Test func reportIsCodable() throws {
        let report = tally([.frame(Frames.frame(1)), .frame(Frames.frame(2))])
        let again = try JSONDecoder().decode(TelemetryReport.self, from: JSONEncoder().encode(report))
        #expect(again == report)
    }

    @Test func numbersForPeople() {
        let numbers: [(Double, String)] = [
            (0, "0"), (0.012345, "0.0123"), (0.5, "0.5"), (12.345, "12.3"), (1234.5, "1234"), (-7.25, "-7.25"),
            (.infinity, "-"), (1e-9, "0"), (1_234_567, "1234567"), (-1e308, "-1e+308"),
        ]
        for (number, text) in numbers { #expect(TelemetryPlot.number(number) == text) }
    }

    @Test func ticksAreRound() {
        let even = Axis(0...0.93, pixels: 0...100, scale: .linear).ticks(most: 5)
        #expect(even.map { ($0 * 10).rounded() } == [0, 2, 4, 6, 8])
        let round = Axis(3...450, pixels: 0...100, scale: .logarithmic).ticks(most: 8)
        #expect(round.map { $0.rounded() } == [5, 10, 20, 50, 100, 200])
        #expect(Axis(4...4, pixels: 0...9, scale: .linear).ticks(most: 5) == [4])
        let axis = Axis(1...100, pixels: 0...200, scale: .logarithmic)
        #expect(abs(axis.place(10) - 100) < 1e-9)
    }

    /// Well-formed, inside its frame, with a bar for each bin and both axes labeled.
    @Test func plotIsAProperPicture() throws {
        var bins = Bins(0...1, bins: 100)
        for index in 0..<500 { bins.add(Double((index * index) % 90) / 100) }
        let distribution = try #require(
            TelemetryDistribution("width", "Width <of> spines & \"more\"", unit: "px", bins))
        let svg = TelemetryPlot.svg(of: distribution)
        // Every opened element is closed, and no character is markup by accident.
        var open: [Substring] = []
        for tag in svg.matches(of: /<(\/?)([a-z]+)([^<>]*?)(\/?)>/) {
            if !tag.1.isEmpty { #expect(open.popLast() == tag.2) } else if tag.4.isEmpty { open.append(tag.2) }
        }
        #expect(open.isEmpty)
        #expect(svg.count { $0 == "<" } == svg.matches(of: /<\/?[a-z]/).count)
        #expect(svg.contains(">Width &lt;of&gt; spines &amp; &quot;more&quot;</text>"))
        let bars = svg.matches(of: /class="bar" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/)
            .map { [$0.1, $0.2, $0.3, $0.4].map { Double($0) ?? .nan } }
        #expect(bars.count == distribution.bins.count { $0.count > 0 })
        #expect(bars.allSatisfy { $0[0] + $0[2] <= 480 && $0[1] + $0[3] <= 280 })
        let tallest = bars.map { $0[3] }.max() ?? 0
        let most = distribution.bins.map(\.count).max() ?? 1
        let heights = distribution.bins.filter { $0.count > 0 }.map { Double($0.count) / Double(most) * tallest }
        #expect(zip(heights, bars).allSatisfy { abs($0 - $1[3]) < 0.02 })
        #expect(svg.contains(">count</text>"))
        #expect(svg.contains(">width, px</text>"))
        #expect(svg.contains("prefers-color-scheme: dark"))
    }
}
