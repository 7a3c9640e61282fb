import EspyHTTP
import Testing

struct MultipartTests {
    private func form(_ parts: String..., boundary: String = "X", end: String = "--X--\r\n") -> [UInt8] {
        Array((parts.map { "--\(boundary)\r\n" + $0 + "\r\n" }.joined() + end).utf8)
    }

    private let file =
        "Content-Disposition: form-data; name=\"photo\"; filename=\"tray.jpg\"\r\n"
        + "Content-Type: image/jpeg\r\n\r\n"

    /// Feeds a form to the parser in pieces of the given size.
    private func parse(
        _ form: [UInt8], pieces: Int = .max, boundary: String = "X"
    ) throws -> (name: String?, data: [UInt8], isComplete: Bool) {
        var parser = try #require(MultipartParser(boundary: boundary))
        var (name, data): (String?, [UInt8]) = (nil, [])
        var rest = form[...]
        while !rest.isEmpty {
            for event in try parser.take(Array(rest.prefix(pieces))) {
                switch event {
                case .file(let given): name = given
                case .data(let bytes): data += bytes
                }
            }
            rest = rest.dropFirst(pieces)
        }
        return (name, data, parser.isComplete)
    }

    @Test(arguments: [1, 2, 3, 7, 64, .max])
    func anyPiecesGiveTheSameFile(size: Int) throws {
        // Anything that only resembles a boundary belongs to the file.
        let content = "a\r\n--\r\n-X\r\n--Y\r\n\r\n--x\r\r\n--"
        let field = "Content-Disposition: form-data; name=\"note\"\r\n\r\nnothing"
        let found = try parse(form(field, file + content, field), pieces: size)
        #expect(found.name == "tray.jpg")
        #expect(found.isComplete)
        #expect(String(decoding: found.data, as: UTF8.self) == content)
    }

    @Test func textBeforeAndAfterIsPassedOver() throws {
        let bytes = Array("hello\r\n".utf8) + form(file + "abc") + Array("bye".utf8)
        let found = try parse(bytes, pieces: 5)
        #expect(found.data == Array("abc".utf8))
        #expect(found.isComplete)
    }

    @Test func emptyFile() throws {
        let found = try parse(form(file))
        #expect(found.data.isEmpty)
        #expect(found.isComplete)
    }

    @Test func boundaryLineMayHaveBlanks() throws {
        let text = "--X \t\r\n" + file + "abc\r\n--X-- "
        #expect(try parse(Array(text.utf8)).data == Array("abc".utf8))
    }

    @Test(arguments: [
        ("filename=\"a\\b\\c.jpg\"", "a\\b\\c.jpg"), ("filename=plain.jpg", "plain.jpg"),
        ("filename=\"semi;colon.jpg\"", "semi;colon.jpg"), ("filename=\"say %22hi%22.jpg\"", "say \"hi\".jpg"),
        ("filename=\"ünï.jpg\"", "ünï.jpg"), ("filename=\"\"", ""),
    ])
    func namesAsBrowsersWriteThem(parameter: String, name: String) throws {
        let found = try parse(form("Content-Disposition: form-data; name=\"f\"; \(parameter)\r\n\r\nabc"))
        #expect(found.name == name)
        #expect(found.isComplete)
    }

    @Test func halfAFormIsNotComplete() throws {
        let whole = form(file + "abc")
        for length in 0..<(whole.count - 4) {
            #expect(try !parse(Array(whole.prefix(length))).isComplete, "\(length)")
        }
        #expect(try !parse(form("Content-Disposition: form-data; name=\"note\"\r\n\r\nno file")).isComplete)
    }

    /// Each value is a list of parts.
    private static let hostile: [String: [String]] = [
        "two files": Array(repeating: "Content-Disposition: form-data; filename=\"a\"\r\n\r\nabc", count: 2),
        "a line without a name": ["Nonsense\r\n\r\nabc"],
        "no disposition": ["Content-Type: image/jpeg\r\n\r\nabc"],
        "another disposition": ["Content-Disposition: attachment; filename=\"a\"\r\n\r\nabc"],
        "an open quote": ["Content-Disposition: form-data; filename=\"a\r\n\r\nabc"],
        "no header at all": ["\r\nabc"],
        "a long header": ["X: \(String(repeating: "a", count: 9_000))\r\n\r\nabc"],
        "a large field": [
            "Content-Disposition: form-data; name=\"a\"\r\n\r\n\(String(repeating: "a", count: 70_000))"
        ],
        "many parts": Array(repeating: "Content-Disposition: form-data; name=\"a\"\r\n\r\n", count: 17),
    ]

    @Test(arguments: hostile.keys.sorted())
    func hostileFormsAreRefused(what: String) {
        let parts = Self.hostile[what] ?? []
        let text = parts.map { "--X\r\n" + $0 + "\r\n" }.joined() + "--X--\r\n"
        for size in [1, 100, .max] {
            #expect(throws: MultipartParser.Failure.self) { try parse(Array(text.utf8), pieces: size) }
        }
    }

    @Test func boundaryMustEndItsLine() {
        let text = "--Xabc\r\n" + file + "abc\r\n--X--\r\n"
        #expect(throws: MultipartParser.Failure.self) { try parse(Array(text.utf8)) }
        let long = "--X" + String(repeating: " ", count: 100) + "\r\n"
        #expect(throws: MultipartParser.Failure.self) { try parse(Array(long.utf8)) }
    }

    @Test func endlessPreambleIsRefused() throws {
        var parser = try #require(MultipartParser(boundary: "X"))
        #expect(throws: MultipartParser.Failure.self) {
            for _ in 0..<200 { _ = try parser.take([UInt8](repeating: 0x41, count: 1_000)) }
        }
    }

    @Test func boundaries() {
        for bad in ["", String(repeating: "a", count: 71), "a\"b", "a b ", "ü", "a\r\nb"] {
            #expect(MultipartParser(boundary: bad) == nil, "\(bad)")
        }
        #expect(MultipartParser(boundary: "----WebKitFormBoundary7MA4YWxkTrZu0gW") != nil)
    }

    /// Random bytes: the parser always ends, and never returns more than it received.
    @Test func noiseDoesNoHarm() throws {
        var random = SplitMix(seed: 7)
        let words = ["\r\n", "--X", "--X--", "--", "\r", "\n", "X", file, "\r\n\r\n", "\0", "Content-Disposition:"]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...20, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }
            let bytes = Array(text.joined().utf8)
            let found = try? parse(bytes, pieces: Int.random(in: 1...40, using: &random))
            #expect((found?.data.count ?? 0) <= bytes.count)
        }
    }
}

/// A random number generator with the same numbers in every run.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
