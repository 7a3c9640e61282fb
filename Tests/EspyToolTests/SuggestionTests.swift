import EspyApp
import EspyTool
import Testing

struct SuggestionTests {
    @Test(arguments: [
        ("rack", "rack", 0), ("rack", "rak", 1), ("rack", "rcak", 1), ("rack", "racks", 1), ("kitten", "sitting", 3),
        ("", "abc", 3), ("abc", "", 3), ("ca", "abc", 3),
    ])
    func distance(first: String, second: String, edits: Int) {
        #expect(Suggestion.distance(first, second) == edits)
    }

    @Test func nearestIsOfferedOnlyWhenNear() {
        #expect(Suggestion.nearest(to: "docter", among: ["rack", "doctor"]) == "doctor")
        #expect(Suggestion.nearest(to: "x", among: ["rack", "doctor"]) == nil)
        #expect(Suggestion.nearest(to: "rack", among: []) == nil)
    }
}
