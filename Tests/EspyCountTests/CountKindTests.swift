import Espy
import EspyPixels
import Foundation
import Testing

/// One photo counted with several recipes.
struct CountKindTests {
    private func count(
        _ name: String, _ detections: [Count.Detection], range: Count.Range? = nil, warnings: [Count.Warning] = []
    ) -> Count {
        var count = Count.made(detections, options: CountOptions(pipeline: .seeker))
        count.recipe = .init(name: name, things: .init("\(name)s", one: name))
        if let range { count.range = range }
        count.warnings = warnings
        count.stages = [.init(name: "detecting", ms: 2)]
        return count
    }

    @Test func kindsAddUp() throws {
        let tarts = count(
            "tart", [.init(at: 100, 100), .init(at: 200, 100), .init(at: 300, 100, main: false, doubt: 0.7)])
        let buns = count("bun", [.init(at: 100, 300, doubt: 0.8)], range: .init(low: 0, high: 4))
        let both = try #require(Count.together([tarts, buns]))
        #expect(both.count == 3)
        #expect(both.recipe == nil)
        #expect(both.recipes?.map(\.name) == ["tart", "bun"])
        #expect(both.range == .init(low: 2, high: 7))
        #expect(both.clusters == [.init(id: 0, count: 2), .init(id: 1, count: 1)])
        #expect(both.kinds.map(\.count) == [2, 1])
        #expect(both.kinds.map(\.numbers) == [[1, 2], [3]])
        #expect(both.stages == [.init(name: "detecting", ms: 4)])
    }

    @Test func whatBothClaimIsCountedOnce() throws {
        let tarts = count("tart", [.init(at: 100, 100, confidence: 0.8), .init(at: 200, 100, confidence: 0.9)])
        let buns = count("bun", [.init(at: 104, 100, confidence: 0.9), .init(at: 200, 104, confidence: 0.7)])
        let both = try #require(Count.together([tarts, buns]))
        #expect(both.count == 2)
        #expect(both.kinds.map(\.count) == [1, 1])
        #expect(both.range == .init(low: 2, high: 2))
    }

    @Test func whoCountsItHasIt() throws {
        let tarts = count("tart", [.init(at: 100, 100, confidence: 0.4)])
        let buns = count("bun", [.init(at: 100, 100, confidence: 0.9, main: false, doubt: 0.6)])
        #expect(try #require(Count.together([tarts, buns])).kinds.map(\.count) == [1, 0])
    }

    @Test func neighborsOfOneKindStay() throws {
        let tarts = count("tart", [.init(at: 100, 100), .init(at: 104, 100)])
        #expect(try #require(Count.together([tarts, count("bun", [])])).count == 2)
    }

    @Test func nothingIsFoundWhereNobodyFindsAnything() throws {
        let none = count("tart", [], warnings: [.nothingFound])
        let both = try #require(Count.together([none, count("bun", [.init(at: 100, 100)], warnings: [.dark])]))
        #expect(both.warnings == [.dark])
        #expect(try #require(Count.together([none, none])).warnings == [.nothingFound])
    }

    @Test func oneKindIsAsItWas() throws {
        let tarts = count("tart", [.init(at: 100, 100)])
        #expect(Count.together([tarts]) == tarts)
        #expect(Count.together([]) == nil)
        #expect(Count.together([.made([.init(at: 100, 100)])]) == nil)
    }

    @Test func correctionsStayWithTheirKind() throws {
        let tarts = count("tart", [.init(at: 100, 100), .init(at: 200, 100, main: false)])
        let buns = count("bun", [.init(at: 100, 300)])
        let both = try #require(Count.together([tarts, buns]))
        let added = Rect(x: 150, y: 280, width: 40, height: 40)
        let right = try #require(both.corrected(by: .init(added: [added], included: [1])))
        #expect(right.kinds.map(\.count) == [2, 2])
        #expect(right.clusters.map(\.count) == [2, 2])
        let fewer = try #require(both.corrected(by: .init(removed: [2])))
        #expect(fewer.kinds.map(\.count) == [1, 0])
    }

    @Test func tableAndAnswerNameTheKinds() throws {
        let both = try #require(
            Count.together([count("tart", [.init(at: 100, 100)]), count("bun", [.init(at: 100, 300)])]))
        let lines = both.csv().split(separator: "\r\n")
        #expect(lines[0].hasSuffix(",recipe"))
        #expect(lines[1].hasSuffix(",tart"))
        #expect(lines[2].hasSuffix(",bun"))
        let json = try JSONEncoder().encode(CountAnswer(both, file: "a.jpg"))
        let answer = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect((answer["kinds"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["tart", "bun"])
        #expect(try JSONDecoder().decode(Count.self, from: json) == both)
    }
}
