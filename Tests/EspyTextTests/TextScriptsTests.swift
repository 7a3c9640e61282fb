import EspyText
import Testing

/// Which languages the networks read, and which ones Tesseract.
@Suite struct TextScriptsTests {
    @Test(
        arguments: [
            ("eng", true, nil), ("eng+deu+jpn", true, nil), ("rus", false, "rus"), ("eng+rus", true, "rus"),
            ("ell+kor", false, "ell+kor"), ("vie+fra+tha", true, "vie+tha"), ("my_own", false, "my_own"),
        ] as [(String, Bool, String?)])
    func languagesAreSplit(names: String, isKnown: Bool, others: String?) {
        let scripts = TextScripts(names)
        #expect(scripts.isKnownToNetworks == isKnown)
        #expect(scripts.others == others)
    }
}
