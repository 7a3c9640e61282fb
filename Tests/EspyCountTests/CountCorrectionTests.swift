import Espy
import Foundation
import Testing

struct CountCorrectionTests {
    /// Four in a row; the first is doubtful, the last is of another kind.
    private let count: Count

    init() {
        var found: [Count.Detection] = []
        for index in 0..<4 {
            let isOther = index == 3
            found.append(
                Count.Detection(
                    x: Double(100 * index), y: 10, width: 40, height: 40, confidence: 0.95, cluster: isOther ? 2 : 7,
                    main: !isOther, doubt: index == 0 ? 0.8 : 0.1))
        }
        count = Count(
            width: 400, height: 100, count: 3, range: Count.Range(low: 2, high: 3),
            clusters: [Count.Cluster(id: 7, count: 3), Count.Cluster(id: 2, count: 1)], detections: found,
            model: Count.Models(detector: "d"), parameters: CountOptions())
    }

    private func corrected(_ corrections: CountCorrections) throws -> Count {
        try #require(count.corrected(by: corrections))
    }

    @Test func nothingIsNoChange() throws {
        #expect(try corrected(.init()) == count)
        #expect(CountCorrections().isEmpty)
        #expect(!CountCorrections(removed: [0]).isEmpty)
    }

    @Test func removedThingsDoNotCount() throws {
        let result = try corrected(.init(removed: [0, 1]))
        #expect(result.count == 1)
        #expect(result.main.map(\.x) == [200])
        // The user has checked it, so there is no doubt any more.
        #expect(result.range == .init(low: 1, high: 1))
        #expect(result.detections[0].doubt == 0)
        #expect(result.clusters == [.init(id: 7, count: 1), .init(id: 2, count: 1)])
        #expect(result.numbers == [2, 3, 1, 4])
    }

    @Test func removingWhatDoesNotCountChangesNoNumber() throws {
        #expect(try corrected(.init(removed: [3])).count == 3)
    }

    @Test func includedThingsCount() throws {
        let result = try corrected(.init(included: [3]))
        #expect(result.count == 4)
        #expect(result.detections[3].cluster == 7)
        #expect(result.detections[3].main)
        #expect(result.clusters == [.init(id: 7, count: 4)])
    }

    @Test func addedThingsStandInReadingOrder() throws {
        let rect = Rect(x: 150, y: 12, width: 40, height: 40)
        let result = try corrected(.init(added: [rect]))
        #expect(result.count == 4)
        #expect(result.detections.map(\.isAdded) == [false, false, true, false, false])
        #expect(result.detections[2].rect == rect)
        #expect(result.detections[2].main)
        #expect(result.numbers[2] == 3)
        #expect(result.csv().split(separator: "\r\n").filter { $0.contains(",true,") }.count == 4)
    }

    @Test func aCandidateThatWasTakenInIsNoneAnyMore() throws {
        let boxes = [10.0, 60].map { Rect(x: 340, y: $0, width: 30, height: 30) }
        var count = count
        count.candidates = boxes.map { Count.PossibleThing($0, confidence: 0.2) }
        let result = try #require(count.corrected(by: CountCorrections(added: [boxes[0]])))
        #expect(result.count == 4)
        #expect(result.candidates?.map(\.rect) == [boxes[1]])
        #expect(result.counting(clusters: [2])?.candidates == nil)
    }

    @Test func nothingFoundIsOverWhenSomethingIsAdded() throws {
        var empty = count
        empty.detections = []
        empty.clusters = []
        empty.count = 0
        empty.warnings = [.nothingFound, .dark]
        let result = try #require(empty.corrected(by: .init(added: [Rect(x: 1, y: 1, width: 9, height: 9)])))
        #expect(result.count == 1)
        #expect(result.clusters == [Count.Cluster(id: 0, count: 1)])
        #expect(result.warnings == [.dark])
        #expect(result.isComplete)
    }

    @Test(arguments: [
        CountCorrections(removed: [4]), CountCorrections(removed: [-1]), CountCorrections(included: [99]),
        CountCorrections(added: [Rect(x: 0, y: 0, width: 0, height: 5)]),
        CountCorrections(added: [Rect(x: 401, y: 0, width: 5, height: 5)]),
        CountCorrections(added: [Rect(x: .nan, y: 0, width: 5, height: 5)]),
        CountCorrections(added: [Rect(x: 0, y: 0, width: .infinity, height: 5)]),
    ])
    func whatDoesNotFitIsRefused(corrections: CountCorrections) {
        #expect(count.corrected(by: corrections) == nil)
    }

    @Test func addedIsSaidOnlyWhereItIsTrue() throws {
        let result = try corrected(.init(added: [Rect(x: 150, y: 12, width: 40, height: 40)]))
        let json = String(decoding: try JSONEncoder().encode(result), as: UTF8.self)
        #expect(json.components(separatedBy: "\"added\"").count == 2)
        #expect(try JSONDecoder().decode(Count.self, from: Data(json.utf8)) == result)
        #expect(!String(decoding: try JSONEncoder().encode(count), as: UTF8.self).contains("added"))
    }

    @Test func partsMayBeLeftOutOfTheJSON() throws {
        let some = try JSONDecoder().decode(CountCorrections.self, from: Data(#"{"removed":[1]}"#.utf8))
        #expect(some == CountCorrections(removed: [1]))
    }
}
