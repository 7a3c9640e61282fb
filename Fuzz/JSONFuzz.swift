// Modules: EspyBase
// Support: Input JSONEdits
// Longest input: 4096

import EspyBase
import Foundation

/// Random text, and modified JSON: everything that is read is written so that reading it again gives the same, and
/// Swift's
/// own decoder accepts it, too.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = Input(start, count)
    let choice = input.next()
    let bytes = choice % 3 == 0 ? input.rest() : JSONEdits.changed(texts[Int(choice) % texts.count], by: &input)
    guard let value = try? JSONValue(parsing: bytes) else { return 0 }
    let text = Array(value.text.utf8)
    precondition((try? JSONValue(parsing: text)) == value)
    precondition((try? JSONDecoder().decode(JSONValue.self, from: Data(text))) != nil)
    return 0
}

private let texts = [
    #"{"rows": 9, "cols": [1, 2.5e3, -0.1], "name": "A\u00e91\n", "outline": null, "isHex": false}"#,
    #"[[], {}, "", {"a": {"b": [true, {"c": "\ud83d\ude00"}]}}, 1e-7]"#,
]
