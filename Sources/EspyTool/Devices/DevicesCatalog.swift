extension Catalog {
    static let devices = Command(
        "devices", "list the devices that were paired, and put them out",
        details: [
            """
            Phones and computers that were paired with “espy serve --lan” stay so for 180 days. One that is put out is \
            out at once, also while the server runs.
            """,
            """
            An ID is what “espy devices list” shows, or any beginning of it that is at least 4 characters long and \
            belongs to one device only.
            """,
        ],
        actions: [
            Action("list", says: "One line for each device: its ID, when it was last seen, its name."),
            Action("revoke", "ID", count: 1...Int.max, says: "Put devices out. They can be paired again."),
        ],
        needsAction: false,
        flags: [Flags.jsonReport, Flags.quiet, Flags.help],
        examples: [
            Example("espy devices", "who is in"),
            Example("espy devices revoke 3f2a", "a phone was lost"),
        ])
}
