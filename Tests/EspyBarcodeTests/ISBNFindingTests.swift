import Espy
import Testing

/// Numbers in fields of lists, as library systems and people write them.
@Suite struct ISBNFindingTests {
    private static let first = "9780306401008"
    private static let second = "9780306401015"

    @Test(arguments: [
        "0306401002", "0306401002 (pbk.) : £5.99", "0306401002 | 9780306401008", "9780306401008 (hbk.)",
        "goodreads:39077187,isbn:9780306401008", "isbn:0306401002", "urn:isbn:0-306-40100-2", "=\"0306401002\"",
        "'0306401002",
        "ISBN-10 0-306-40100-2; ISBN-13: 978-0-306-40100-8", "ISBN 978 0 306 40100 8 gebunden : EUR 19.90",
        "9780306401008.0",
        "9.780306401008E+12", "9,780306401008E+12", "9,780,306,401,008", "[9780306401008, 0306401002]",
        "isbn10:0306401002",
        "ISBN-0-306-40100-2", "ISBN0306401002", "amazon:0306401002,google:x", "Paperback: 0306401002", "(0306401002)",
        "９７８０３０６４０１００８", "978-0-306-40100-8 90000", "2019 : 0306401002", "https://isbnsearch.org/isbn/9780306401008",
        "{\"isbn\": \"0306401002\"}",
    ])
    func numberIsFound(field: String) { #expect(ISBN.all(in: field).map(\.value) == [Self.first]) }

    @Test(arguments: [
        "0306401002 0306401010", "9780306401008 (pbk.) | 9780306401015 (hbk.)", "9780306401008;0306401010",
        "0306401002, 9780306401008, 9780306401015",
    ])
    func editionsAreFoundInTheirOrder(field: String) {
        #expect(ISBN.all(in: field).map(\.value) == [Self.first, Self.second])
    }

    @Test(arguments: [
        "", "9780306401009 (pbk.)", "oclc:0306401002", "(OCoLC)0306401002", "goodreads:0306401002",
        "10.1007/0306401002",
        "97803064010081", "10306401002", "03064010029780306401008", "B0306401002", "9.78031E+12", "306401002", "£5.99",
        "LCCN 0306401002",
    ])
    func otherNumbersAreNone(field: String) { #expect(ISBN.all(in: field).isEmpty) }

    @Test(arguments: [
        ("306401002", "9780306401008"), ("306401002.0", "9780306401008"), ("306,401,002", "9780306401008"),
        ("80442957X", "9780804429573"), ("7149522", "9780007149520"), (" 306401002 ", "9780306401008"),
    ])
    func zerosArePutBack(field: String, value: String) { #expect(ISBN.withLostZeros(field)?.value == value) }

    @Test(arguments: ["", "306401003", "0306401002", "306401002 pbk.", "30640", "9780306401008", "-306401002"])
    func zerosThatAreNotLost(field: String) { #expect(ISBN.withLostZeros(field) == nil) }

    /// Numbers among other characters and digits: a found number has a valid check digit, and is really there.
    @Test func anyFields() {
        var random = SystemRandomNumberGenerator()
        let pieces = ["978", "0306401002", "9780306401015", "-", " ", "isbn", ":", "x", "1", "é", "=", "\"", "/", "."]
        for _ in 0..<3000 {
            let field = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let digits = field.filter(\.isNumber)
            for isbn in ISBN.all(in: field) {
                #expect(digits.contains(isbn.value) || digits.contains(isbn.ten?.filter(\.isNumber) ?? "-"))
            }
        }
    }
}
