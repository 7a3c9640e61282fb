import Foundation
import Testing

/// `espy serve` behind the nginx of Debian, where that, `openssl` and a `curl` with HTTP/2 are installed.
struct NginxTests {
    private static let isThere = ["/usr/sbin/nginx", "/usr/bin/openssl", "/usr/bin/curl"]
        .allSatisfy(FileManager.default.isExecutableFile)

    @Test(.enabled(if: isThere, "nginx, openssl or curl is not installed"))
    func everythingWorksBehindAProxy() throws {
        let scratch = try Scratch()
        let ending = try shell("Scripts/tests/nginx-story \"$espy\" \(scratch.path) \"$PWD\"")
        #expect(ending.exit == 0 && ending.out == "", "\(ending)")
    }
}
