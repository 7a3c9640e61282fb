import DataMatrix
import Foundation
import Testing

struct SymbolSizeTests {
    @Test func `there are 24 squares, 6 rectangles and 18 extended rectangles`() {
        #expect(SymbolSize.square.count == 24)
        #expect(SymbolSize.rectangular.count == 6)
        #expect(SymbolSize.extended.count == 18)
        #expect(SymbolSize.all == SymbolSize.square + SymbolSize.rectangular + SymbolSize.extended)
        #expect(Set(SymbolSize.all.map(\.description)).count == 48)
        #expect(SymbolSize.all.filter(\.isSquare) == SymbolSize.square)
    }

    @Test(arguments: SymbolSize.all)
    func `codewords fill the data regions`(_ size: SymbolSize) {
        let modules = (size.rows - 2 * size.regionRows) * (size.columns - 2 * size.regionColumns)
        // The four remaining modules are the fixed corner.
        #expect([0, 4].contains(modules - 8 * size.codewords))
        #expect(size.errorCodewords == size.blocks * size.errorCodewordsPerBlock)
        #expect(size.dataCodewords / size.blocks + 1 + size.errorCodewordsPerBlock <= 255)
        #expect((size.rows - 2 * size.regionRows) % size.regionRows == 0)
        #expect((size.columns - 2 * size.regionColumns) % size.regionColumns == 0)
    }

    @Test func `sizes are found by their sides`() throws {
        #expect(try #require(SymbolSize(rows: 12, columns: 36)).dataCodewords == 22)
        #expect(SymbolSize(rows: 36, columns: 12) == nil)
        #expect(SymbolSize(rows: 28, columns: 28) == nil)
        #expect(SymbolSize(rows: 0, columns: 0) == nil)
    }

    @Test func `coding is by rows and columns`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for size in SymbolSize.all {
            let json = try encoder.encode(size)
            #expect(String(decoding: json, as: UTF8.self) == #"{"columns":\#(size.columns),"rows":\#(size.rows)}"#)
            #expect(try JSONDecoder().decode(SymbolSize.self, from: json) == size)
        }
    }

    @Test(arguments: [#"{"rows":11,"columns":11}"#, #"{"rows":10}"#, #"{"rows":-10,"columns":-10}"#, "[10,10]"])
    func `unknown sizes are rejected`(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(SymbolSize.self, from: Data(json.utf8))
        }
    }
}
