import EspyHTTP
import EspyHTTPTesting
import Foundation
import Testing

/// The server over TLS, queried with the system's programs.
@Suite(.enabled(if: Tools.areThere, "curl and openssl are not there"))
struct EncryptionTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func run(_ body: (WireServer, ServerCertificate) async throws -> Void) async throws {
        let now = Int(Date().timeIntervalSince1970)
        let valid = now - 86_400..<now + 86_400
        let authority = try CertificateAuthority.make(
            common: "Test authority", names: ["lab.example.org"], serial: Array(2...17), valid: valid)
        let certificate = try ServerCertificate.make(
            common: "Test", names: ["localhost", "127.0.0.1", "::1"], serial: Array(1...16), valid: valid, by: authority
        )
        try authority.certificate.pem.write(toFile: anchor, atomically: true, encoding: .utf8)
        try certificate.pem.write(toFile: pem, atomically: true, encoding: .utf8)
        try await WireServer.run(certificate: certificate) { try await body($0, certificate) }
    }

    private var pem: String { folder.file("certificate.pem") }
    /// The certificate that a device needs in order to trust the server.
    private var anchor: String { folder.file("authority.pem") }

    /// Runs a program to its end with empty standard input.
    private func ask(_ tool: String, _ arguments: [String]) async throws -> (code: Int32, out: String) {
        try await onThread {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: tool)
            process.arguments = arguments
            let pipe = Pipe()
            (process.standardOutput, process.standardError) = (pipe, pipe)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let out = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: out, as: UTF8.self))
        }
    }

    @Test(arguments: ["--tlsv1.3", "--tls-max 1.2"])
    func whoTrustsTheCertificateIsAnswered(version: String) async throws {
        try await run { server, _ in
            let options = version.split(separator: " ").map(String.init)
            let answer = try await ask(
                "/usr/bin/curl",
                options + [
                    "-sS", "--max-time", "20", "--cacert", anchor, "https://localhost:\(server.port)/peer",
                ])
            #expect(answer.code == 0, "\(answer.out)")
            #expect(answer.out == #""127.0.0.1 true true true""#, "\(answer.out)")
        }
    }

    @Test func whoDoesNotTrustItGoesAway() async throws {
        try await run { server, _ in
            let address = "https://localhost:\(server.port)/peer"
            // 60: the certificate has no trusted issuer.
            let answer = try await ask("/usr/bin/curl", ["-sS", "--max-time", "20", address])
            #expect(answer.code == 60)
        }
    }

    @Test func theFingerprintIsThatOfTheCertificate() async throws {
        try await run { _, certificate in
            let answer = try await ask("/usr/bin/openssl", ["x509", "-in", pem, "-noout", "-fingerprint", "-sha256"])
            #expect(answer.out.lowercased().contains("fingerprint=\(certificate.fingerprint.lowercased())"))
            let text = try await ask("/usr/bin/openssl", ["x509", "-in", pem, "-noout", "-text"]).out
            #expect(text.contains("ASN1 OID: prime256v1"))
            #expect(text.contains("CA:FALSE"))
            #expect(text.contains("DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1"))
            #expect(text.contains("TLS Web Server Authentication"))
        }
    }

    /// No program accepts a certificate for a name that the authority may not sign.
    @Test(arguments: [
        ("printer.local", true), ("lab.example.org", true), ("a.lab.example.org", true), ("192.168.7.9", true),
        ("fd00::9", true), ("example.org", false), ("bank.example", false), ("8.8.8.8", false), ("2001:db8::9", false),
    ])
    func theAuthorityVouchesForItsOwnNamesAlone(name: String, isPermitted: Bool) async throws {
        let now = Int(Date().timeIntervalSince1970)
        let valid = now - 86_400..<now + 86_400
        let authority = try CertificateAuthority.make(
            common: "Test authority", names: ["lab.example.org"], serial: Array(2...17), valid: valid)
        #expect(try authority.permitted([name]) == (isPermitted ? [name] : []))
        let server = try ServerCertificate.make(
            common: "Test", names: [name], serial: Array(1...16), valid: valid, by: authority)
        try server.pem.write(toFile: pem, atomically: true, encoding: .utf8)
        try authority.certificate.pem.write(toFile: anchor, atomically: true, encoding: .utf8)
        let answer = try await ask("/usr/bin/openssl", ["verify", "-purpose", "sslserver", "-CAfile", anchor, pem])
        #expect((answer.code == 0) == isPermitted, "\(answer.out)")
    }

    @Test func theAuthorityIsForServersAlone() async throws {
        try await run { _, _ in
            let text = try await ask("/usr/bin/openssl", ["x509", "-in", anchor, "-noout", "-text"]).out
            #expect(text.contains("CA:TRUE, pathlen:0"))
            #expect(text.contains("X509v3 Name Constraints: critical"))
            #expect(text.contains("TLS Web Server Authentication"))
            #expect(text.contains("Certificate Sign"))
            #expect(!text.contains("Digital Signature"))
            #expect(text.contains("DNS:lab.example.org"))
        }
    }

    @Test func oldVersionsAreRefused() async throws {
        try await run { server, _ in
            let place = "localhost:\(server.port)"
            let old = try await ask(
                "/usr/bin/openssl", ["s_client", "-connect", place, "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
            #expect(old.code != 0 || !old.out.contains("Cipher is ECDHE"))
            let new = try await ask("/usr/bin/openssl", ["s_client", "-connect", place, "-tls1_2"])
            #expect(new.out.contains("Cipher is ECDHE-ECDSA-"), "\(new.out)")
        }
    }

    @Test func largeBodiesAndManyRequestsGoThrough() async throws {
        try await run { server, _ in
            let body = [UInt8](repeating: 9, count: 3_000_000)
            try Data(body).write(to: URL(fileURLWithPath: folder.file("body")))
            let place = "https://localhost:\(server.port)"
            let answer = try await ask(
                "/usr/bin/curl",
                [
                    "-sS", "--max-time", "20", "--cacert", pem, "--data-binary", "@\(folder.file("body"))",
                    "\(place)/sum",
                ]
                    + ["--next", "-sS", "--cacert", pem, "\(place)/hello/you"])
            #expect(answer.out == WireServer.sum(body) + #""you""#)
        }
    }

    @Test func plainRequestsAndNoiseGetNothing() async throws {
        try await run { server, _ in
            for text in [
                "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", String(repeating: "\u{16}\u{3}\u{1}\u{2}", count: 999),
            ] {
                let answer = try await server.talk { client in
                    client.send(text)
                    return client.answer(within: 15)
                }
                #expect(answer.isClosed)
                #expect(answer.statuses.isEmpty)
            }
        }
    }
}

private enum Tools {
    static let areThere = ["/usr/bin/curl", "/usr/bin/openssl"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}
