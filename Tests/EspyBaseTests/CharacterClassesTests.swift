import EspyBase
import Testing

struct CharacterClassesTests {
    private static let scalars = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)

    @Test func whiteSpaceAndControlCharactersAreThoseOfUnicode() {
        let strange = Self.scalars.filter {
            $0.isBlank != $0.properties.isWhitespace || $0.isControl != ($0.properties.generalCategory == .control)
        }
        #expect(strange.isEmpty)
        #expect(Character("\r\n").isBlank)
        #expect(!Character("e\u{301}").isBlank)
    }

    /// Letters and digits of any script are parts of words; marks between words of the usual scripts are not.
    @Test func wordPartsAreLettersAndDigits() {
        let lost = Self.scalars.filter { scalar in
            let character = Character(scalar)
            return !scalar.isWordPart && (character.isLetter || character.isNumber)
                // Roman numerals in circles and the like.
                && !(0x2190...0x2BFF).contains(scalar.value)
        }
        #expect(lost.map { String($0.value, radix: 16) } == [])
        let between = " \t-–—_/.,;:#()[]'\"’“”«»·…¿¡×÷°§©®€†•→✓★、。「」　－（）"
        #expect(between.unicodeScalars.filter(\.isWordPart).map(String.init) == [])
    }

    @Test func onlyLettersOfASCIIBecomeLower() {
        #expect("Sep=ÄK\u{212A}Ñ9[Z".loweredASCII == "sep=Äk\u{212A}Ñ9[z")
        #expect("".loweredASCII == "")
    }
}
