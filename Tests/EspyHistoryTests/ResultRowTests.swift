import Espy
import Testing

/// How results are stored in their table, and which rows are invalid.
struct ResultRowTests {
    private let row: ResultRow

    init() throws { row = try ResultRow(Results.count(2)) }

    @Test func detectionsAreBytesBesideTheText() throws {
        let bytes = try #require(row.bytes)
        #expect(bytes.count == 1 + 2 * 29)
        #expect(bytes[0] == 1)
        #expect(row.json.contains("\"detections\":[]"))
        #expect(row.result(.count) == AnyAnalysis(Results.count(2)))
        #expect(try ResultRow(Results.rack).bytes == nil)
    }

    @Test func otherLengthsAndVersionsAreDamage() throws {
        let bytes = try #require(row.bytes)
        let others: [[UInt8]?] = [nil, [], [2], Array(bytes.dropLast()), bytes + [0], [0] + bytes.dropFirst()]
        for wrong in others {
            #expect(ResultRow(json: row.json, bytes: wrong).result(.count) == nil)
        }
        #expect(ResultRow(json: row.json, bytes: [1]).result(.count) != nil)
    }

    /// All bits set in the exponent of a float: infinity or NaN.
    @Test(arguments: 0..<6) func numbersThatAreNoneAreDamage(field: Int) throws {
        var bytes = try #require(row.bytes)
        bytes[1 + 29 + 4 * field + 2] |= 0x80
        bytes[1 + 29 + 4 * field + 3] |= 0x7F
        #expect(ResultRow(json: row.json, bytes: bytes).result(.count) == nil)
    }

    @Test func outlinesOfMeasuredThingsAreKept() throws {
        var count = Results.count(3)
        let outline = [(1.25, 2), (30.5, 2.1), (30.5, 41), (-0.3, 40)].map { Point(x: $0.0, y: Double($0.1)) }
        count.detections[1].size = Count.Size(outline: outline, color: "#0a10ff")
        count.scale = LengthScale(pixelsPerUnit: 12.5, unit: .millimeter)
        let row = try ResultRow(count)
        #expect(row.result(.count) == AnyAnalysis(count))
        let bytes = try #require(row.bytes)
        for length in 0..<bytes.count {
            #expect(ResultRow(json: row.json, bytes: Array(bytes.prefix(length))).result(.count) == nil)
        }
        #expect(ResultRow(json: row.json, bytes: bytes + [0]).result(.count) == nil)
        // More things, or corners, than there are bytes.
        for place in [4, 1 + 4 + 3 * 29 + 4 + 3] {
            var wrong = bytes
            wrong[place] = 0xFF
            #expect(ResultRow(json: row.json, bytes: wrong).result(.count) == nil)
        }
        count.detections[1].size?.outline[0].x = .infinity
        #expect(throws: HistoryError.notStorable) { try ResultRow(count) }
    }

    @Test func resultsOfAnotherKindAreDamage() throws {
        #expect(row.result(.rack) == nil)
        #expect(try ResultRow(Results.rack).result(.count) == nil)
        #expect(ResultRow(json: "{", bytes: [1]).result(.count) == nil)
    }
}
