import Foundation
import Testing

/// `espy serve` behind Debian's proxies, if they, `openssl` and a `curl` with HTTP/2 are installed.
struct ProxyTests {
    private static let proxies = ["nginx": "/usr/sbin/nginx", "caddy": "/usr/bin/caddy"]
        .filter { isThere($0.value) }.keys.sorted()
    private static let canAsk = isThere("/usr/bin/openssl") && isThere("/usr/bin/curl")

    private static func isThere(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

    @Test(
        .enabled(if: canAsk && !proxies.isEmpty, "nginx, Caddy, openssl or curl is not installed"), arguments: proxies)
    func everythingWorksBehindAProxy(proxy: String) throws {
        let scratch = try Scratch()
        let ending = try shell("Scripts/tests/proxy-story \(proxy) \"$espy\" \(scratch.path) \"$PWD\"")
        #expect(ending.exit == 0, "\(ending)")
        #expect(ending.out == "", "\(ending)")
    }
}
