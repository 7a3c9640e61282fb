extension Flags {
    package static let tagger = Flag(
        "tagger", value: FlagValue("ID", .path), setting: Setting("gallery.tagger", default: "espy-tagger"),
        help: "The model that tags photos; see “espy models list”. none: colors and quality alone.")
    package static let tagThreshold = Flag(
        "threshold", value: FlagValue("SHARE", .number(0.05...0.99, or: "auto")),
        setting: Setting("gallery.threshold", default: "auto"),
        help: """
            How sure a tag must be, from 0.05 to 0.99. auto: as was measured for each tag, and tags that are wrong too \
            often are left out.
            """)

    /// In the order of the help.
    package static let gallerySettings = [tagger, tagThreshold]
}
