import Espy
import Testing

@Suite struct CallNumberTests {
    /// Each list is in shelf order.
    @Test(arguments: [
        [
            "1 ", "", "no number", "12.5 ABC", "QAQA76", "QA", "I55 .A3", "QA12345 .A1",
            String(repeating: "Q", count: 90),
        ]
    ])
    func othersAreNone(texts: [String]) {
        for text in texts { #expect(CallNumber(text) == nil, "\(text)") }
    }

    @Test(arguments: [
        // Decimals, and nothing before something.
        [
            "005 ABC", "005.1 ABC", "005.13 AAA", "005.133 B", "005.2 A", "010 A", "813.54 AUS", "813.54 AUS 1998",
            "823 DIC",
        ],
        ["599.5 C36", "599.5 C36 1987", "599.5 C4", "599.53 A1"],
        ["813.54 K58s", "813.54 K58t", "813.54 K6", "813.54 KING"],
        ["030 ENC v.1", "030 ENC v.2", "030 ENC v.10", "REF 030 ENC", "REF 031 ENC"],
        [
            "Q1 .A1", "QA9 .B2", "QA76 .C5", "QA76 .C57", "QA76 .C6", "QA76.5 .A1", "QA76.9 .D28", "QA76.9 .D3 K67",
            "QA300 .A1",
        ],
        ["QA76.9.D3 K67", "QA76.9 .D3 K67 1998", "QA76.9.D3 K67 1998 c.2", "QA76.9.D3 K68"],
        ["PS3545 .H16 A6 1988 v.1", "PS3545 .H16 A6 1988 v.2", "PS3545 .H16 A6 1988 v.10", "PS3545 .H16 A6 1994"],
        ["PR6039 .O32 L6", "PR6039 .O32 L67", "PR6039 .O32 L7"],
        // Sections of school libraries, and classes named like them.
        ["599.744 GRE", "599.75 AB", "B LIN", "B LINC", "E BRO", "E SEU", "FIC ROW", "FIC ROW v.2", "FIC ROWE"],
        ["E184 .A65", "E 184 .A7", "E185 .A1", "F823 .D55"],
    ])
    func orderIsThatOfLibrarians(texts: [String]) throws {
        let numbers = try texts.map { try #require(CallNumber($0), "\($0)") }
        for (one, other) in zip(numbers.indices, numbers.indices.dropFirst()) {
            #expect(numbers[one] < numbers[other], "\(texts[one]) before \(texts[other])")
            #expect(!(numbers[other] < numbers[one]))
        }
    }

    @Test func writingDoesNotMatter() throws {
        let one = try #require(CallNumber("QA76.9.D3 K67 1998"))
        #expect(CallNumber("qa 76.9\n.d3\nk67\n1998") == one)
        #expect(CallNumber("813.540 AUS") == CallNumber("813.54 aus"))
        #expect(one.scheme == .congress)
        #expect(CallNumber("J 598 SMI")?.scheme == .dewey)
        #expect(CallNumber("F 823.914")?.scheme == .dewey)
        #expect(CallNumber("E 184 .A65")?.scheme == .congress)
        #expect(CallNumber("FIC\nROW")?.scheme == .school)
        #expect(CallNumber("FIC") == nil)
        #expect(CallNumber("Winter ROW") == nil)
    }

    /// Sorting any texts gives one order, whatever their original order.
    @Test func orderIsTotal() {
        var random = SeededRandom(7)
        let letters = Array("QAZqv0123459. .\n.c")
        let numbers = (0..<20_000).compactMap { _ -> CallNumber? in
            CallNumber(
                String(
                    (0..<Int.random(in: 3...14, using: &random)).map { _ in letters.randomElement(using: &random) ?? " "
                    }))
        }
        #expect(numbers.count > 300)
        let some = Array(numbers.prefix(120))
        for a in some {
            for b in some {
                #expect([a < b, b < a, a == b].count { $0 } == 1)
                for c in some where a < b && b < c { #expect(a < c) }
            }
        }
    }
}
