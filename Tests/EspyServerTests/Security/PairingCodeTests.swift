import EspyHTTP
import EspyServer
import EspySystem
import Testing

struct PairingCodeTests {
    @Test func isEightLettersThatCannotBeMistaken() throws {
        let random = testRandom()
        var seen: Set<Character> = []
        for _ in 0..<500 {
            let text = PairingCode(random).text
            #expect(text.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/) != nil, "\(text)")
            seen.formUnion(text)
        }
        // Every letter occurs, and the hyphen.
        #expect(seen.count == 33)
    }

    @Test func isTakenInAnyWriting() throws {
        let code = try #require(PairingCode(typed: "10AB-CD0E"))
        for typed in ["10ABCD0E", "10ab-cd0e", " 10 ab cd 0e ", "IOAB-CDOE", "loab-cdoe", "1-0-A-B-C-D-0-E"] {
            #expect(PairingCode(typed: typed) == code, "\(typed)")
        }
        #expect(code.text == "10AB-CD0E")
    }

    @Test(arguments: [
        "", "10AB-CD0", "10AB-CD0EF", "10AB-CDUE", "10AB_CD0E", "10AB\nCD0E", "１０AB-CD0E", "10AB-CD0É",
        String(repeating: "-", count: 65) + "10ABCD0E",
    ])
    func anythingElseIsNone(typed: String) {
        #expect(PairingCode(typed: typed) == nil)
    }

    @Test func areComparedAsAWhole() {
        #expect(ConstantTime.areEqual([1, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.areEqual([1, 2, 3], [9, 2, 3]))
        #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2, 9]))
        #expect(!ConstantTime.areEqual([1, 2, 3], [1, 2]))
        #expect(ConstantTime.areEqual([], []))
        // A difference in any single bit is detected.
        for bit in 0..<8 { #expect(!ConstantTime.areEqual([0], [1 << bit])) }
    }
}
