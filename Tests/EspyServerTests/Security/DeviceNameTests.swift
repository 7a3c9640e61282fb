import EspyHTTP
import EspyServer
import Testing

struct DeviceNameTests {
    @Test(arguments: [
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36",
            "Android phone, Chrome"
        ),
        (
            "Mozilla/5.0 (Linux; Android 13; SM-X906C) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Safari/537.36",
            "Android tablet, Samsung Internet"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
            "iPhone, Safari"
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/121.0 Mobile/15E148 Safari/604.1",
            "iPad, Chrome"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0",
            "Windows computer, Edge"
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Linux computer, Firefox"),
        (
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
            "Chromebook, Chrome"
        ),
        ("curl/8.5.0", "curl"), ("", "unnamed device"), ("\u{1B}[31mevil", "unnamed device"),
    ])
    func aBrowserIsNamedInWords(agent: String, name: String) {
        #expect(DeviceName.name(given: nil, userAgent: agent) == name)
        #expect(DeviceName.name(given: " \u{200B}\n", userAgent: agent) == name)
    }

    @Test(arguments: [
        ("Ada’s phone", "Ada’s phone"), ("  a \n\t b  ", "a b"), ("a\u{1B}[31mb", "a [31mb"),
        ("a\u{202E}b\u{2066}c", "a b c"), ("Grüße 👋🏽", "Grüße 👋🏽"), ("<b>", "<b>"),
        (String(repeating: "x", count: 100), String(repeating: "x", count: 64)),
    ])
    func aGivenNameIsOneCleanLine(given: String, name: String) {
        #expect(DeviceName.name(given: given, userAgent: "curl/8") == name)
    }

    @Test func marksCannotPileUp() {
        let name = DeviceName.name(given: "a" + String(repeating: "\u{301}", count: 4000), userAgent: nil)
        #expect(name.unicodeScalars.count <= 256)
    }
}
