import EspyBase
import Testing

struct MarkupTests {
    @Test func signsAreWrittenOut() {
        #expect(Markup.escaped("a<b>&\"c'\n") == "a&lt;b&gt;&amp;&quot;c'\n")
        #expect(Markup.escaped("\u{0}\u{1B}\u{FFFE}é😀") == "é😀")
    }
}
