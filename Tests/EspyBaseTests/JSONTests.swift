import EspyBase
import Foundation
import Testing

/// JSON written and read without Swift's coders, compared with them.
@Suite struct JSONTests {
    private func random(_ generator: inout SystemRandomNumberGenerator, depth: Int = 0) -> JSONValue {
        switch Int.random(in: 0..<(depth < 4 ? 7 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .number(Double(Int.random(in: -1000...1000, using: &generator)))
        case 3: return .number(Double.random(in: -1e9...1e9, using: &generator))
        case 4: return .string(text(&generator))
        case 5: return .array((0..<3).map { _ in random(&generator, depth: depth + 1) })
        default:
            let fields = (0..<4).map { _ in (text(&generator), random(&generator, depth: depth + 1)) }
            return .object(Dictionary(fields, uniquingKeysWith: { first, _ in first }))
        }
    }

    private func text(_ generator: inout SystemRandomNumberGenerator) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "B", "\"", "\\", "/", "\n", "\t", "\u{1}", "\u{1F}", "\u{7F}", "é", "ﬁ", "😀",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0..<6, using: &generator) {
            text.unicodeScalars.append(scalars.randomElement(using: &generator) ?? "x")
        }
        return text
    }

    @Test func isWrittenAsSwiftsOwnCodersDo() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let value = random(&generator)
            #expect(value.text == String(decoding: try encoder.encode(value), as: UTF8.self))
        }
    }

    @Test func isReadAsItWasWritten() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let value = random(&generator)
            #expect(try JSONValue(parsing: Array(value.text.utf8)) == value)
            #expect(try JSONDecoder().decode(JSONValue.self, from: Data(value.text.utf8)) == value)
        }
    }

    @Test(
        arguments: [
            "1e400", "01", "+1", ".5", "1.", "-", "1e", "tru", "\"", "\"\\x\"", "\"\\u12\"", "\"\\uD800\"",
            "\"\\uD800\\u0041\"", "\"\u{1}\"", "[1,]", "[", "{\"a\"}", "{\"a\":1,}", "{a:1}", "1 2", "", " ", "nul",
            "\"\\uDC00\"",
        ])
    func whatIsNoJSONIsAnError(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test func textThatIsNoUTF8IsAnError() {
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test func nestingHasAnEnd() throws {
        let deep = { (depth: Int) in
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        _ = try JSONValue(parsing: deep(100))
        #expect(throws: JSONError.self) { try JSONValue(parsing: deep(100_000)) }
    }

    @Test func escapesAndBlanks() throws {
        let text = " { \"a\\u00e9\\ud83d\\ude00\\/\\b\" : [ 1.5e1 , -0 , true , null ] } "
        let list = JSONValue.array([.number(15), .number(0), .bool(true), .null])
        #expect(try JSONValue(parsing: Array(text.utf8)) == .object(["aé😀/\u{8}": list]))
    }

    @Test func errorsSayWhere() throws {
        let value = try JSONValue(parsing: Array(#"{"a": [{"b": 1}, {"b": "x"}], "c": 1.5}"#.utf8))
        #expect {
            let list: [JSONValue] = try value.value("a")
            _ = try list[1].value("b", as: Int.self)
        } throws: {
            ($0 as? JSONError)?.reason == .isNot("whole number") && ($0 as? JSONError)?.path == ["b"]
        }
        #expect { _ = try value.value("c", as: Int.self) } throws: { ($0 as? JSONError)?.path == ["c"] }
        #expect { _ = try value.value("d", as: Int.self) } throws: { ($0 as? JSONError)?.reason == .missing }
        #expect(try value.optional("d", as: Int.self) == nil)
    }
}
