import Foundation
import Testing

/// `espy serve` and another user of the same machine.
struct LocalUserTests {
    private static let canBecomeAnother =
        getuid() == 0 && ["/usr/bin/setpriv", "/usr/bin/curl"].allSatisfy(FileManager.default.isExecutableFile)

    @Test(.enabled(if: canBecomeAnother, "only root can be another user, with setpriv and curl"))
    func theSecondUserGetsNothingWithoutACode() throws {
        let scratch = try Scratch()
        let ending = try shell("Scripts/tests/users-story \"$espy\" \(scratch.path)")
        #expect(ending.exit == 0, "\(ending)")
        #expect(ending.out == "", "\(ending)")
    }
}
