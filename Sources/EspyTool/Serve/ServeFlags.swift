import Espy
import EspyApp
import EspyServer

/// Where `espy serve` listens, and who stands before it. Only the port is a setting: the others decide who gets in, and
/// a device that was let in may change settings.
extension Flags {
    package static let port = Flag("port", .port)
    package static let lan = Flag(
        "lan", help: "Also let in phones and computers on the network, once they are paired by a code.")
    package static let noAuth = Flag(
        "no-auth", help: "Let in all users of this machine without a code, not only you. They can change everything.")
    package static let tls = Flag(
        "tls",
        help: "Encrypt what is sent, with a certificate that Espy makes itself. Browsers ask once whether to trust it.")
    package static let tlsCertificate = Flag(
        "tls-cert", value: FlagValue("FILE", .file),
        help: "Encrypt with the certificate in FILE (PEM, with those that lead to its authority); needs --tls-key.")
    package static let tlsKey = Flag(
        "tls-key", value: FlagValue("FILE", .file), help: "The key of --tls-cert (PEM, without a password).")
    package static let host = Flag(
        "host",
        value: FlagValue("NAMES", .text(expected: "names such as espy.example.org", hints: []) { names($0) != nil }),
        help: "Also answer to these names, with commas between them. Others are refused (DNS rebinding).")
    package static let trustedProxy = Flag(
        "trusted-proxy",
        value: FlagValue(
            "ADDRESSES",
            .text(expected: "addresses such as 127.0.0.1,10.0.0.0/8", hints: ["127.0.0.1"]) {
                TrustedProxies($0) != nil
            }),
        help: """
            Believe what proxies at these addresses say in X-Forwarded-For, -Proto and -Host. Nothing that comes from \
            there is local any more: browsers are paired, programs show tokens. Needs --host.
            """)
    package static let basePath = Flag(
        "base-path",
        value: FlagValue("PATH", .text(expected: "a path such as /espy", hints: ["/espy"]) { BasePath($0) != nil }),
        help: "Serve everything below PATH, which the proxy leaves in what it passes on.")
    package static let noSecondLook = Flag(
        "no-second-look",
        help: """
            Do not look at counted photos once more in another way, to offer what else may have been meant. Each look \
            takes a core one to three seconds. It is left out by itself where memory is below 2 GB.
            """)
    package static let log = Flag(
        "log", value: FlagValue("FORMAT", .choice(["text", "json"])),
        help: """
            What to write on standard error: text for people, or json: one object a line for each message and each \
            request, for a journal.
            """)

    /// - Returns: names in lower case; nil when one cannot be a name.
    static func names(_ text: String) -> Set<String>? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { HostField(String($0)) }
        guard !parts.contains(nil), !parts.contains(where: { $0?.port != nil }) else { return nil }
        return Set(parts.compactMap { $0?.name })
    }
}

/// What those flags say, checked against each other.
struct ServeOptions: Sendable {
    let isOpenToNetwork: Bool
    let letsInAllUsers: Bool
    let names: Set<String>
    let proxies: TrustedProxies?
    let base: BasePath
    let looksTwice: Bool
    let logsJSON: Bool
    /// Of the certificate and its key.
    let certificateFiles: (chain: String, key: String)?
    let makesCertificate: Bool
    /// Where browsers find it through the proxy.
    let front: String?

    init(_ invocation: Invocation) throws(UsageError) {
        isOpenToNetwork = invocation.isOn(Flags.lan)
        letsInAllUsers = invocation.isOn(Flags.noAuth)
        let names = invocation.value(Flags.host)
        self.names = names.flatMap(Flags.names) ?? []
        proxies = invocation.value(Flags.trustedProxy).flatMap(TrustedProxies.init)
        let base = invocation.value(Flags.basePath).flatMap(BasePath.init) ?? .none
        self.base = base
        looksTwice = !invocation.isOn(Flags.noSecondLook)
        logsJSON = invocation.value(Flags.log) == "json"
        makesCertificate = invocation.isOn(Flags.tls)
        switch (invocation.value(Flags.tlsCertificate), invocation.value(Flags.tlsKey)) {
        case (let chain?, let key?): certificateFiles = (chain, key)
        case (nil, nil): certificateFiles = nil
        default: throw UsageError("--tls-cert and --tls-key belong together", command: "serve")
        }
        guard proxies == nil || !self.names.isEmpty else {
            throw UsageError("--trusted-proxy needs --host with the name that browsers know", command: "serve")
        }
        let first = names?.split(separator: ",").first.map(String.init)
        front = proxies == nil ? nil : first.map { "https://\($0)" + base.text }
    }

    /// Whether others than this machine's own users may get in.
    var isShared: Bool { isOpenToNetwork || proxies != nil }

    var isEncrypted: Bool { makesCertificate || certificateFiles != nil }
}
