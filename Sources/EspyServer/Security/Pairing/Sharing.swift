import EspyHTTP

/// A server that is open to other devices.
package struct Sharing: Sendable {
    package let desk: PairingDesk
    private let port: Int
    package let isEncrypted: Bool
    /// As they stand in an address, the best first.
    private let addresses: @Sendable () -> [String]

    package init(
        desk: PairingDesk, port: Int, isEncrypted: Bool,
        addresses: @escaping @Sendable () -> [String] = { MachineAddress.all().map(\.host) }
    ) {
        self.desk = desk
        self.port = port
        self.isEncrypted = isEncrypted
        self.addresses = addresses
    }

    /// The page for pairing, by every address of this machine; at least by one that only works on this machine.
    package var pages: [String] {
        let found = addresses()
        let scheme = isEncrypted ? "https" : "http"
        return (found.isEmpty ? ["localhost"] : found).map { "\(scheme)://\($0):\(port)/pair" }
    }

    /// What the QR code says. The code stands behind a #: browsers never send that, so it is in no log on the way.
    package func link(_ invitation: Invitation) -> String { "\(pages[0])#\(invitation.code)" }
}
