import EspyTool
import Testing

struct FileColumnTests {
    private let csv = "value,x,y\r\nA1,1,2\r\n\"two\r\nlines, \"\"quoted\"\"\",3,4\r\n"

    @Test func everyRecordGetsTheFile() {
        #expect(
            FileColumn.withFile("a.jpg", csv, header: true, raw: false)
                == "file,value,x,y\r\na.jpg,A1,1,2\r\na.jpg,\"two\r\nlines, \"\"quoted\"\"\",3,4\r\n")
    }

    @Test func headerComesOnce() {
        let text = FileColumn.withFile("a.jpg", csv, header: false, raw: false)
        #expect(text.hasPrefix("a.jpg,A1,1,2\r\n") && !text.contains("file,"))
    }

    @Test(arguments: [
        ("a,b.jpg", "\"a,b.jpg\""), ("a\"b.jpg", "\"a\"\"b.jpg\""), ("=cmd().jpg", "'=cmd().jpg"), ("-", "-"),
        ("-x.jpg", "'-x.jpg"), ("@x.jpg", "'@x.jpg"),
    ])
    func namesAreMadeSafe(name: String, field: String) {
        #expect(FileColumn.withFile(name, "v\r\n1\r\n", header: false, raw: false) == "\(field),1\r\n")
    }

    @Test func rawNamesStayAsTheyAre() {
        #expect(FileColumn.withFile("=x.jpg", "v\r\n1\r\n", header: false, raw: true) == "=x.jpg,1\r\n")
    }
}
