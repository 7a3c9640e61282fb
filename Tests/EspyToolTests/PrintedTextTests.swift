import EspyApp
import EspySystem
import Foundation
import Testing

/// Text from files that reaches a terminal.
struct PrintedTextTests {
    @Test func controlCharactersBecomeVisible() {
        #expect(printable("a\u{1B}[2Jb\n") == "a\\u{1b}[2Jb\\u{a}")
        #expect(printable("\u{202E}gpj.exe") == "\\u{202e}gpj.exe")
        #expect(printable("Kälte 冷 🧊") == "Kälte 冷 🧊")
    }

    @Test func whyAFileIsNotRead() {
        #expect(FileError("x", .system(ENOSPC)).text == "no space left on device; free some space and run again")
        #expect(FileError("x", .larger(thanBytes: 256 << 20)).text.hasPrefix("is larger than the limit of 256 MB"))
    }
}
