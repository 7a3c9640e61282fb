/// A phone or computer that was let in.
package struct Device: Sendable, Equatable, Codable, Identifiable {
    package let id: String
    /// For people. Without control characters, at most ``DeviceName/longest`` characters.
    package let name: String
    /// Seconds since 1970.
    package let created: Int
    /// Seconds since 1970, at most a minute old while it is in use.
    package internal(set) var lastSeen: Int
    /// The SHA-256 of its token in hexadecimal digits. Whoever reads the file cannot make the token from it.
    let tokenHash: String

    /// How long a device stays paired, in seconds: 180 days.
    package static let lifetime = 180 * 24 * 3600
}

/// What a device is called in the list: as it says, or as its browser says.
package enum DeviceName {
    /// In characters.
    package static let longest = 64

    /// - Parameters:
    ///   - given: by the person who paired it, or by the page.
    ///   - userAgent: of the browser.
    package static func name(given: String?, userAgent: String?) -> String {
        let given = given.map(cleaned) ?? ""
        return given.isEmpty ? words(for: userAgent ?? "") : given
    }

    /// One line that cannot rewrite a terminal or hide what follows it.
    private static func cleaned(_ text: String) -> String {
        // Cut first: a body of a kilobyte can hold one character made of hundreds of marks.
        let scalars = text.unicodeScalars.prefix(4 * longest).map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: " "
            default: Character(scalar)
            }
        }
        let words = String(String.UnicodeScalarView(scalars.flatMap(\.unicodeScalars))).split(separator: " ")
        return String(words.joined(separator: " ").prefix(longest))
    }

    /// `Android phone, Chrome`
    private static func words(for userAgent: String) -> String {
        let known = [kind(userAgent), browser(userAgent)].compactMap(\.self)
        return known.isEmpty ? "unnamed device" : known.joined(separator: ", ")
    }

    private static func kind(_ agent: String) -> String? {
        if agent.contains("Android") { return agent.contains("Mobile") ? "Android phone" : "Android tablet" }
        return kinds.first { agent.contains($0.mark) }?.word
    }

    private static func browser(_ agent: String) -> String? { browsers.first { agent.contains($0.mark) }?.word }

    /// The first that fits.
    private static let kinds: [(mark: String, word: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "Chromebook"), ("Windows", "Windows computer"),
        ("Macintosh", "Mac"), ("Linux", "Linux computer"),
    ]

    /// The first that fits: most call themselves Chrome and Safari as well.
    private static let browsers: [(mark: String, word: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"), ("curl/", "curl"),
    ]
}
