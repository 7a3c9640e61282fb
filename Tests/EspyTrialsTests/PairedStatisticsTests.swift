import Espy
import EspyTrials
import Foundation
import Testing

/// McNemar's test and the intervals, compared with published values and other libraries.
struct PairedStatisticsTests {
    /// Rows of `Tests/Parity/fixtures`, written by `Tests/Parity/make-statistics.py`.
    private func rows(_ name: String) throws -> [[Double]] {
        let file = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../Parity/fixtures/\(name).csv").standardized
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map { $0.split(separator: ",").map { Double($0) ?? .nan } }
    }

    private func close(_ a: Double, _ b: Double, _ tolerance: Double = 1e-12) -> Bool {
        abs(a - b) <= tolerance * max(1, abs(b))
    }

    @Test func equalsStatsmodels() throws {
        let rows = try rows("statistics")
        #expect(rows.count > 250)
        for row in rows {
            let (both, first, second, neither) = (Int(row[0]), Int(row[1]), Int(row[2]), Int(row[3]))
            let test = McNemar(onlyFirst: first, onlySecond: second)
            #expect(test.isExact, "\(row)")
            #expect(close(test.p, row[4], 1e-10), "\(row)")
            // Without any difference, the correction would overshoot; it is 1 there.
            let corrected = McNemar.corrected(first, second)
            #expect(first == second ? corrected == 1 : close(corrected, row[5]), "\(row)")
            let interval = try #require(
                DifferenceInterval.newcombe(both: both, onlyFirst: first, onlySecond: second, neither: neither))
            #expect(close(interval.difference, row[6]))
            #expect(close(interval.low, row[7], 1e-9), "\(row)")
            #expect(close(interval.high, row[8], 1e-9), "\(row)")
        }
    }

    /// Two examples that Fagerland, Lydersen and Laake analyze in "Statistical Analysis of Contingency Tables" (2017),
    /// chapter
    /// 8, with the digits given there and by the R package contingencytables.
    @Test func publishedExamples() throws {
        let airways = McNemar(onlyFirst: 1, onlySecond: 7)
        #expect(airways.p == 0.0703125)
        let first = try #require(DifferenceInterval.newcombe(both: 1, onlyFirst: 1, onlySecond: 7, neither: 12))
        #expect(close(first.low, -0.507, 5e-4))
        #expect(close(first.high, -0.026, 5e-4))
        let therapy = McNemar(onlyFirst: 6, onlySecond: 16)
        #expect(close(therapy.p, 0.0525, 5e-5))
        let second = try #require(DifferenceInterval.newcombe(both: 59, onlyFirst: 6, onlySecond: 16, neither: 80))
        #expect(close(second.difference, -0.0621, 5e-5))
        #expect(close(second.low, -0.1186, 5e-5))
        #expect(close(second.high, -0.0046, 5e-5))
    }

    @Test func extremes() {
        #expect(McNemar(onlyFirst: 0, onlySecond: 0).p == 1)
        #expect(McNemar(onlyFirst: 10, onlySecond: 10).p == 1)
        #expect(close(McNemar(onlyFirst: 0, onlySecond: 5).p, 0.0625))
        let many = McNemar(onlyFirst: 600, onlySecond: 500)
        #expect(!many.isExact)
        #expect(close(many.p, 0.0028361326556546836, 1e-9))
        // Where the two forms meet, they agree.
        #expect(close(McNemar.exact(600, 500), 0.0028195449914364284, 1e-9))
        #expect(McNemar(onlyFirst: 0, onlySecond: 1_000).p < 1e-200)
        #expect(DifferenceInterval.newcombe(both: 0, onlyFirst: 0, onlySecond: 0, neither: 0) == nil)
        let all = DifferenceInterval.newcombe(both: 9, onlyFirst: 0, onlySecond: 0, neither: 0)
        #expect(all?.difference == 0)
        #expect(all.map { $0.low < 0 && $0.high > 0 } == true)
    }

    /// The frames of `make-statistics.py`, generated in the same way.
    private func frames(_ random: inout SplitMix64) -> [ComparedFrame] {
        func below(_ bound: UInt64) -> Int { Int(random.next() % bound) }
        return (0..<2 + below(12)).map { _ in
            let truth = (0..<below(25)).map { _ in
                let first = below(4) > 0
                return ComparedFrame.Found(first: first, second: below(5) > 0)
            }
            let (first, second) = (truth.count { $0.first }, truth.count { $0.second })
            let firstCount = first + below(6)
            return ComparedFrame(truth: truth, firstCount: firstCount, secondCount: second + below(3))
        }
    }

    @Test func bootstrapEqualsNumPy() throws {
        let rows = try rows("bootstrap")
        #expect(rows.count == 20)
        for (index, row) in rows.enumerated() {
            var random = SplitMix64(state: 6_000_000 + UInt64(index))
            let comparison = PairedComparison(
                frames(&random), first: "a", second: "b", resamples: 500, seed: UInt64(index))
            let found = [comparison.recallByFrames, comparison.precisionByFrames].compactMap(\.self)
                .flatMap { [$0.difference, $0.low, $0.high] }
            #expect(found.count == 6, "\(index)")
            #expect(zip(found, row).allSatisfy { close($0, $1) }, "\(index)")
        }
    }

    @Test func quantiles() {
        #expect(FrameBootstrap.quantile(0.5, of: [1]) == 1)
        #expect(FrameBootstrap.quantile(0.25, of: [0, 1, 2, 4]) == 0.75)
        #expect(FrameBootstrap.quantile(1, of: [0, 1, 2, 4]) == 4)
    }
}
