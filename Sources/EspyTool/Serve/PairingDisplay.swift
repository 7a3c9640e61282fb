import EspyApp
package import EspyServer

/// Says on standard error how another device gets in, anew whenever there is a new code.
package struct PairingDisplay {
    private let console: Console
    private let log: ServeLog
    private let pairing: PairingService
    private let sharing: Sharing

    init(console: Console, log: ServeLog, pairing: PairingService, sharing: Sharing) {
        self.console = console
        self.log = log
        self.pairing = pairing
        self.sharing = sharing
    }

    /// Returns when its task is cancelled.
    func run() async {
        if !sharing.isEncrypted, !sharing.isBehindProxy {
            await log.note(
                "What is sent on the network is not encrypted: use --tls, or share on a network that you trust.")
        }
        for await invitation in await pairing.invitations() {
            let width = console.isTerminal ? console.columns : nil
            await log.note(
                Self.text(
                    pages: sharing.pages, link: sharing.link(invitation), invitation, width: width,
                    hasColor: console.hasColor))
        }
    }

    /// - Parameters:
    ///   - pages: those for pairing, the best first.
    ///   - link: what the picture says.
    ///   - width: in columns; nil where nobody looks, and no picture is of any use.
    package static func text(
        pages: [String], link: String, _ invitation: Invitation, width: Int?, hasColor: Bool
    ) -> String {
        let others = pages.dropFirst()
        let words = """
            To pair a phone, open \(pages[0]) on it and type \(invitation.code) \
            (good until \(Timestamp.time(invitation.expires)))\(others.isEmpty ? "." : ";")
            """ + (others.isEmpty ? "" : "\nother addresses of this machine: \(others.joined(separator: " "))")
        guard let width, let code = QRCode(link), code.side + 2 * QRCode.quiet <= width else { return words }
        return code.blocks(hasColor: hasColor) + words
    }
}
