import DataMatrix
import Testing

/// A symbol written by another program, and its content.
struct ForeignSymbol: CustomTestStringConvertible {
    let writer: String
    let size: String
    let modules: String
    let text: String

    init(_ writer: String, _ size: String, _ modules: String, _ text: String) {
        self.writer = writer
        self.size = size
        self.modules = modules
        self.text = text
    }

    var testDescription: String { "\(writer) \(size)" }

    // libdmtx 0.7.5 with each of its schemes, zxing-cpp 3.1.1 with automatic modes.
    static let all = [
        ForeignSymbol("libdmtx C40", "12x12", "aaab6fb2c8bf9eeb59d4ae3b9ba835c02fff", "A00352"),
        ForeignSymbol(
            "libdmtx Text", "16x16", "aaaafd89ba3eee63dd8ec727e93cb48ffa54b32191928289e18c892dcf92ffff",
            "vial 17 in box 3"),
        ForeignSymbol(
            "libdmtx X12", "16x16", "aaaaa4c3b6c09323ceb28cefa0e4b957fc2c9957a02eea9192e4af1d853affff",
            "ABC>12*XY\r99"),
        ForeignSymbol(
            "libdmtx EDIFACT", "12x26",
            "aaaaaaa5a0061ee8cd820f420f875187a2758f9a1fd2ab56eea39db384bbbd6cbe1ebe43ffffff", "LOT-2024.07/A"),
        ForeignSymbol(
            "libdmtx Base 256", "14x14", "aaaa71bea2aabd9563d9589f3cdfa45207f95525c1dcc3fff",
            "\u{DE}\u{AD}\u{BE}\u{EF}\u{1}\u{FF}"),
        ForeignSymbol("libdmtx ASCII", "8x18", "aaaab5ca189962866b9228213e39c003ffff", "A00352"),
        ForeignSymbol("zxing-cpp", "12x12", "aaad73898a0392082999699b828cfdc02fff", "A00352"),
        ForeignSymbol(
            "zxing-cpp", "12x26",
            "aaaaaab711a8bbe8fd9a5ec2e5a6ea8c31b1c3b98ca2fbd6ca6db7aee13755a2fdd388cbffffff",
            "0123456789012345678901234567"),
        ForeignSymbol(
            "zxing-cpp", "16x16", "aaaaf029d944fa99cf44f263a598da81fab8c8e1e498b8ffbd548a85de92ffff",
            "Hello, World!"),
        ForeignSymbol(
            "zxing-cpp", "16x16", "aaaaaf05c43cac91df54e6abb51c8bf7b044bc93c7eca95db2c4ce15fd7affff",
            "naïve café"),
        ForeignSymbol(
            "zxing-cpp", "12x26",
            "aaaaaaa78ede3bc23f62d5a31f842379b7c6bd98ba3abbdc31bfaa32d0bbf0e17c5d3b13ffffff", "日本語 26"),
        ForeignSymbol(
            "zxing-cpp", "18x18",
            "aaaaa919797462857bca122827fccb7224479239aef65ea66b3febb0812ebfbe2eea269bed113ffff",
            "MIXED case 0099 [x]"),
    ]
}

struct ForeignSymbolTests {
    @Test(arguments: ForeignSymbol.all)
    func `symbols of other writers are read`(_ symbol: ForeignSymbol) throws {
        let read = try SymbolDecoder().decode(matrix(symbol.size, symbol.modules))
        #expect(read.message.text == symbol.text)
        #expect(read.errorsCorrected == 0)
        #expect(read.erasures == 0)
        #expect(read.spare == read.size.errorCodewords)
        #expect(read.evidence >= 8 * read.size.errorCodewords)
    }
}
