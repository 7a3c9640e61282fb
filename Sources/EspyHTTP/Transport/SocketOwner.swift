import CMicroHTTPD
import Foundation

/// Whose process is at the other end of a connection within this machine.
///
/// A loopback address says that the client runs here, and nothing of who runs it. The system knows.
enum SocketOwner {
    /// Whether the client of a connection runs as the same user as this program.
    ///
    /// - Parameter descriptor: of our end.
    /// - Returns: false also where the system does not say, or when the client has gone already.
    static func isThisUser(_ descriptor: Int32) -> Bool {
        var user: UInt32 = 0
        guard espy_peer_user(descriptor, &user) == 0 else { return false }
        // What all users of other namespaces look like says nothing of who they are.
        return user == getuid() && user != overflowUser
    }

    private static let overflowUser =
        (try? String(contentsOfFile: "/proc/sys/kernel/overflowuid", encoding: .utf8))
        .flatMap { UInt32($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 65_534
}
