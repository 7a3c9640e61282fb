import Espy
import Testing

/// How results stand in their table, and what is no result.
struct ResultRowTests {
    private let row: ResultRow

    init() throws { row = try ResultRow(Results.count(2)) }

    @Test func detectionsAreBytesBesideTheText() throws {
        let bytes = try #require(row.detections)
        #expect(bytes.count == 1 + 2 * 29 && bytes[0] == 1)
        #expect(row.json.contains("\"detections\":[]"))
        #expect(row.result(.count) == .count(Results.count(2)))
        #expect(try ResultRow(Results.rack).detections == nil)
    }

    @Test func otherLengthsAndVersionsAreDamage() throws {
        let bytes = try #require(row.detections)
        let others: [[UInt8]?] = [nil, [], [2], Array(bytes.dropLast()), bytes + [0], [0] + bytes.dropFirst()]
        for wrong in others {
            #expect(ResultRow(json: row.json, detections: wrong).result(.count) == nil)
        }
        #expect(ResultRow(json: row.json, detections: [1]).result(.count) != nil)
    }

    /// All bits set in the exponent of a float: infinite, or none.
    @Test(arguments: 0..<6) func numbersThatAreNoneAreDamage(field: Int) throws {
        var bytes = try #require(row.detections)
        bytes[1 + 29 + 4 * field + 2] |= 0x80
        bytes[1 + 29 + 4 * field + 3] |= 0x7F
        #expect(ResultRow(json: row.json, detections: bytes).result(.count) == nil)
    }

    @Test func resultsOfAnotherKindAreDamage() throws {
        #expect(row.result(.rack) == nil)
        #expect(try ResultRow(Results.rack).result(.count) == nil)
        #expect(ResultRow(json: "{", detections: [1]).result(.count) == nil)
    }
}
