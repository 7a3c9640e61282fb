import Espy
import EspyApp
import Testing

struct CSVTableTests {
    private let table = CSVTable(
        columns: ["value", "x", "y"], rows: [["A1", "1", "2"], ["two\r\nlines, \"quoted\"", "3", "4"]])

    @Test func fieldsAreQuotedWhereTheyMustBe() {
        #expect(table.text() == "value,x,y\r\nA1,1,2\r\n\"two\r\nlines, \"\"quoted\"\"\",3,4\r\n")
    }

    @Test func everyRowGetsTheFile() {
        #expect(
            table.naming(file: "a.jpg").text()
                == "file,value,x,y\r\na.jpg,A1,1,2\r\na.jpg,\"two\r\nlines, \"\"quoted\"\"\",3,4\r\n")
    }

    @Test func headerCanBeLeftOut() {
        let text = table.naming(file: "a.jpg").text(header: false)
        #expect(text.hasPrefix("a.jpg,A1,1,2\r\n"))
        #expect(!text.contains("file,"))
    }

    /// Formulas are defused in file names just as in values.
    @Test(arguments: [
        ("a,b.jpg", "\"a,b.jpg\""), ("a\"b.jpg", "\"a\"\"b.jpg\""), ("=cmd().jpg", "'=cmd().jpg"), ("-", "-"),
        ("-x.jpg", "'-x.jpg"), ("@x.jpg", "'@x.jpg"), (" =cmd().jpg", "' =cmd().jpg"), ("＝x.jpg", "'＝x.jpg"),
        ("\n=x.jpg", "\"'\n=x.jpg\""), ("\r+x.jpg", "\"'\r+x.jpg\""),
    ])
    func namesAreMadeSafe(name: String, field: String) {
        let one = CSVTable(columns: ["v"], rows: [["1"]])
        #expect(one.naming(file: name).text(header: false) == "\(field),1\r\n")
    }

    @Test func rawNamesStayAsTheyAre() {
        let one = CSVTable(columns: ["v"], rows: [["1"]])
        #expect(one.naming(file: "=x.jpg", raw: true).text(header: false) == "=x.jpg,1\r\n")
    }
}
