/// Which languages the networks of ``PaddleTextEngine`` can read, by the names that Tesseract gives them.
public struct TextScripts: Sendable, Equatable {
    /// Whether the networks know the letters of one of the languages at least.
    public let isKnownToNetworks: Bool
    /// The languages whose letters they lack, joined with `+`; nil for none.
    public let others: String?

    /// Latin letters with their accents, Chinese and Japanese.
    private static let known: Set<String> = [
        "afr", "bos", "bre", "cat", "ceb", "ces", "chi_sim", "chi_tra", "cos", "cym", "dan", "deu", "eng", "enm",
        "epo", "equ", "est", "eus", "fao", "fil", "fin", "fra", "frk", "frm", "fry", "gla", "gle", "glg", "hat", "hrv",
        "hun", "ind", "isl", "ita", "ita_old", "jav", "jpn", "lat", "lav", "lit", "ltz", "mlt", "mri", "msa", "nld",
        "nor", "oci", "osd", "pol", "por", "que", "ron", "slk", "slv", "spa", "spa_old", "sqi", "srp_latn", "sun",
        "swa",
        "swe", "ton", "tur", "uzb",
    ]

    /// - Parameter names: joined with `+`.
    public init(_ names: String) {
        let names = names.split(separator: "+").map(String.init)
        let others = names.filter { !Self.known.contains($0.lowercased()) }
        isKnownToNetworks = others.count < names.count
        self.others = others.isEmpty ? nil : others.joined(separator: "+")
    }
}
