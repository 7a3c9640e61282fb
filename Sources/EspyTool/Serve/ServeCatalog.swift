extension Flags {
    package static let port = Flag(
        "port", value: FlagValue("PORT", .integer(0...65_535)), setting: Setting("serve.port", default: "8177"),
        help: "The port to listen on; 0 takes any that is free.")
    package static let lan = Flag(
        "lan", help: "Also let in phones and computers on the network, once they are paired by a code.")
    package static let tls = Flag(
        "tls",
        help: "Encrypt what is sent, with a certificate that Espy makes itself. Browsers ask once whether to trust it.")
}

extension Catalog {
    static let serve = Command(
        "serve", "show the web app in the browser of this machine",
        details: [
            """
            Counts, reads racks, and shows the history in a browser, with the same models, settings and history as on \
            the command line. Nothing leaves the machine: only its own browsers reach the server.
            """,
            """
            --lan opens it to the network. Each device has to be paired once: it scans the QR code that is shown, or \
            types the code beside it, which works once and for five minutes. See “espy devices”.
            """,
            """
            --tls encrypts, and lets the pages of other devices use their camera live; without it, they take photos \
            with the camera app. No authority vouches for the certificate, so browsers warn: what they show as its \
            SHA-256 fingerprint has to be what is printed at the start.
            """,
            """
            While it runs, photos in the folders of “espy gallery add” are indexed in the background; not while the \
            machine is hot, on a battery that runs low, or busy with other programs.
            """,
            """
            Standard output is the address, as soon as it answers. Ctrl-C stops: what is being worked on gets five \
            seconds, then it is cancelled. The exit code is 0 then.
            """,
        ],
        flags: [Flags.port, Flags.lan, Flags.tls, Flags.maxLoad, Flags.config, Flags.quiet, Flags.help],
        examples: [
            Example("espy serve", "open the address that it prints"),
            Example("espy serve --lan --tls", "let a phone in"),
            Example("espy serve --port 0", "beside another one"),
        ])
}
