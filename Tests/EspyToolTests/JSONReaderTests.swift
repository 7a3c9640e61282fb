import EspyApp
import EspyTool
import Testing

struct JSONReaderTests {
    @Test(arguments: [
        ("true", JSONReader.Value.boolean(true)), (" false ", .boolean(false)), ("null", .null),
        ("-0.5e2", .number(-50)),
        ("0", .number(0)), ("[]", .array([])), ("{ }", .object([:])),
        ("[1, [2]]", .array([.number(1), .array([.number(2)])])),
        (#""a\"b\\\/\b\f\n\r\t""#, .text("a\"b\\/\u{8}\u{C}\n\r\t")), (#""\u00e9\uD83E\uddca""#, .text("é🧊")),
        ("\"é🧊\"", .text("é🧊")), (#"{"a": {"b": "c"}}"#, .object(["a": .object(["b": .text("c")])])),
    ])
    func values(text: String, value: JSONReader.Value) throws {
        #expect(try JSONReader.read(text) == value)
    }

    @Test(arguments: [
        ("", 1, 1, "a value"), ("{", 1, 2, "a name in double quotes"), ("[1", 1, 3, "“,” or “]”"),
        ("{\"a\": 1,}", 1, 9, "a name in double quotes"), ("[1,]", 1, 4, "a value"), ("{\"a\" 1}", 1, 6, "“:”"),
        ("{\"a\": 1\n \"b\"", 2, 2, "“,” or “}”"), ("\"abc", 1, 5, "a closing quote"),
        ("\"a\nb\"", 1, 3, "a closing quote"), ("1 2", 1, 3, "the end of the file"), ("01", 1, 1, "a value"),
        ("1.", 1, 1, "a value"), ("1e999", 1, 1, "a value"), ("tru", 1, 1, "a value"), ("NaN", 1, 1, "a value"),
        ("'a'", 1, 1, "a value"), (#""\x""#, 1, 3, "an escape such as \\n or \\u00e9"), ("\"\\", 1, 3, "an escape"),
        (#""\u12g4""#, 1, 3, "an escape such as \\n or \\u00e9"),
        (#""\u+123""#, 1, 3, "an escape such as \\n or \\u00e9"),
    ])
    func failures(text: String, line: Int, column: Int, expected: String) {
        #expect(throws: JSONReader.Failure(line: line, column: column, expected: expected)) {
            try JSONReader.read(text)
        }
    }

    @Test func deepNestingIsRefused() {
        let text = String(repeating: "[", count: 100_000)
        #expect(throws: JSONReader.Failure(line: 1, column: 65, expected: "less nesting")) {
            try JSONReader.read(text)
        }
    }
}
