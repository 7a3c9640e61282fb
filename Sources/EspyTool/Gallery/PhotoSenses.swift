import Espy

/// What is looked for on photos beside what models see.
enum PhotoSenses {
    /// What reads pages and screenshots; nil where the settings say so, or where nobody asked for a language and the
    /// usual one is not installed.
    ///
    /// - Throws: when a language that was asked for cannot be read.
    static func pages(_ settings: Settings, _ surroundings: Surroundings) throws(Problem) -> PageReader? {
        let wanted = settings.text(Flags.pageLanguage)
        if wanted == "none" { return nil }
        let isAutomatic = wanted == "auto"
        do throws(TextError) {
            let languages = try TextLanguages(isAutomatic ? "eng" : wanted, folders: ShelfText.folders(surroundings))
            return PageReader(try TextRecognizer(languages))
        } catch {
            if isAutomatic { return nil }
            throw Problem(error)
        }
    }
}
