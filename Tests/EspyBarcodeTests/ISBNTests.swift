import Espy
import EspySamples
import Foundation
import Testing

struct ISBNTests {
    @Test(arguments: [
        ("9780441014989", "9780441014989"), ("978-0-441-01498-9", "9780441014989"), ("0441014984", "9780441014989"),
        ("ISBN 0-441-01498-4", "9780441014989"), ("ISBN-13: 978-0-441-01498-9", "9780441014989"),
        ("ISBN-10 0-441-01498-4", "9780441014989"), ("isbn: 080442957x", "9780804429573"),
        ("  978 0 8044 2957 3\n", "9780804429573"), ("978\u{2011}0\u{2013}8044\u{2010}2957-3", "9780804429573"),
        ("979-10-90636-07-1", "9791090636071"), ("ISBN-0-441-01498-4", "9780441014989"),
    ])
    func understandsWhatPeopleWrite(text: String, value: String) {
        #expect(ISBN(text)?.value == value)
        #expect(ISBN(text)?.description == value)
    }

    @Test(arguments: [
        "", "ISBN", "9780441014988", "0441014985", "4012345678901", "97804410149", "X780441014989", "978044101498X",
        "04410149X4", "978-0-441-01498-9 paperback", "٩٧٨٠٤٤١٠١٤٩٨٩", "9781090636071", "97804410149899",
        "978,0441014989", String(repeating: "-", count: 60) + "9780441014989",
    ])
    func refusesAllElse(text: String) {
        #expect(ISBN(text) == nil)
    }

    @Test func hasTheOlderFormBehind978Only() {
        #expect(ISBN("9780804429573")?.ten == "080442957X")
        #expect(ISBN("9780441014989")?.ten == "0441014984")
        #expect(ISBN("9791090636071")?.ten == nil)
    }

    /// Random numbers: both forms convert to each other, and each single wrong digit is detected.
    @Test func bothFormsAndTheirCheckDigitsAgree() throws {
        var random = SampleRandom(seed: 978)
        for _ in 0..<500 {
            let text = BarcodePrint.checked("978" + (0..<9).map { _ in String(random.integer(in: 0...9)) }.joined())
            let isbn = try #require(ISBN(text))
            let ten = try #require(isbn.ten)
            #expect(ISBN(ten) == isbn)
            for form in [text, ten] {
                let place = random.integer(in: 0...form.count - 1)
                var wrong = Array(form)
                let digit = wrong[place].wholeNumberValue ?? 10
                wrong[place] = Character(String((digit + random.integer(in: 1...9)) % 10))
                if wrong != Array(form) { #expect(ISBN(String(wrong)) == nil, "\(String(wrong)) for \(form)") }
            }
        }
    }

    @Test func isOneTextInJSON() throws {
        let isbn = try #require(ISBN("0441014984"))
        let json = try JSONEncoder().encode([isbn])
        #expect(String(decoding: json, as: UTF8.self) == "[\"9780441014989\"]")
        #expect(try JSONDecoder().decode([ISBN].self, from: json) == [isbn])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([ISBN].self, from: Data("[\"12\"]".utf8)) }
    }
}
