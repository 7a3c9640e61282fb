import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

struct CertificateStoreTests {
    private static let day = 86_400
    private let folder: TestFolder
    private let now = 1_800_000_000

    init() throws { folder = try TestFolder() }

    private func kept(
        _ names: Set<String> = [], at seconds: Int? = nil
    ) throws(CertificateError) -> CertificateStore.Kept {
        let time = seconds ?? now
        return try CertificateStore(folder: folder.path, machine: "workshop", now: { time }).certificate(for: names)
    }

    private func certificate(
        _ names: Set<String> = [], at seconds: Int? = nil
    ) throws(CertificateError) -> ServerCertificate {
        try kept(names, at: seconds).server
    }

    private func authority(
        _ names: Set<String> = [], at seconds: Int? = nil
    ) throws(CertificateError) -> AuthorityCertificate {
        try kept(names, at: seconds).authority
    }

    /// Devices that trust the authority continue to do so.
    @Test func theAuthorityStaysWhereCertificatesChange() throws {
        let first = try authority(["192.168.1.5", "workshop.lan", "203.0.113.9"])
        #expect(first.name == "Espy on workshop")
        #expect(try authority(["10.0.0.7", "workshop.local", "fd00::5"]) == first)
        #expect(try authority(at: now + 3_000 * Self.day) == first)
        #expect(try authority(at: now + 3_300 * Self.day) != first)
    }

    @Test func publicAddressesThatCameLaterAreLeftOut() throws {
        let first = try kept(["workshop.lan", "203.0.113.9"])
        #expect(first.server.names.contains("203.0.113.9"))
        let second = try kept(["workshop.lan", "198.51.100.2", "2001:db8::5"])
        #expect(second == first)
    }

    @Test func aNewNameOfTheMachineNeedsANewAuthority() throws {
        let first = try kept(["workshop.lan"])
        let second = try kept(["cellar.example.org"])
        #expect(second.authority != first.authority)
        #expect(Set(second.server.names).isSuperset(of: ["workshop.lan", "cellar.example.org"]))
        #expect(try kept(["workshop.lan"]) == second)
    }

    @Test func whatAnotherAuthorityVouchedForIsMadeAnew() throws {
        let first = try kept()
        try FileManager.default.removeItem(atPath: folder.file("authority.pem"))
        let second = try kept()
        #expect(second.authority != first.authority)
        #expect(second.server != first.server)
        #expect(try mode(folder.file("authority.pem")) == 0o600)
    }

    @Test func isMadeOnceAndKept() throws {
        let made = try certificate(["workshop.local", "192.168.1.5", "fd00::5"])
        #expect(made.names == ["localhost", "127.0.0.1", "::1", "192.168.1.5", "fd00::5", "workshop.local"])
        #expect(made.expires == now + 396 * Self.day)
        #expect(made.fingerprint.wholeMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/) != nil)
        #expect(try certificate(["192.168.1.5"], at: now + 300 * Self.day) == made)
    }

    @Test func isRenewedInTime() throws {
        let made = try certificate()
        #expect(try certificate(at: now + 365 * Self.day) == made)
        let renewed = try certificate(at: now + 367 * Self.day)
        #expect(renewed.fingerprint != made.fingerprint)
        #expect(renewed.expires == now + (367 + 396) * Self.day)
    }

    @Test func newNamesAreTakenUpAndOldOnesKept() throws {
        let first = try certificate(["192.168.1.5"])
        let second = try certificate(["10.0.0.7"])
        #expect(second.fingerprint != first.fingerprint)
        #expect(Set(second.names).isSuperset(of: ["192.168.1.5", "10.0.0.7"]))
        #expect(try certificate(["192.168.1.5"]) == second)
    }

    @Test func whatIsNoNameIsLeftOut() throws {
        #expect(
            try certificate(["", "a b", "*.com", "x\0y", "fe80::1%eth0"]).names == ["localhost", "127.0.0.1", "::1"])
        #expect(try certificate(Set((0..<500).map { "host\($0).local" })).names.count == 64)
    }

    @Test func theKeyIsForItsOwnerAlone() throws {
        let made = try certificate()
        let file = folder.file("certificate.pem")
        #expect(try mode(file) == 0o600)
        // Others could read the key and may have done so, so it is no longer used.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(try certificate() != made)
        #expect(try mode(file) == 0o600)
    }

    @Test(arguments: ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func aDamagedFileIsReplaced(text: String) throws {
        let file = folder.file("certificate.pem")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let made = try certificate()
        #expect(try certificate() == made)
    }

    /// The key of one certificate beside another certificate.
    @Test func aKeyOfAnotherCertificateIsNotUsed() throws {
        _ = try certificate()
        let file = folder.file("certificate.pem")
        let first = try String(contentsOfFile: file, encoding: .utf8)
        _ = try certificate(["other"])
        let second = try String(contentsOfFile: file, encoding: .utf8)
        let start = try #require(first.range(of: "-----BEGIN CERTIFICATE"))
        let mixed =
            first[..<start.lowerBound] + second[try #require(second.range(of: "-----BEGIN CERTIFICATE")).lowerBound...]
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(mixed.utf8))
        try handle.close()
        _ = try certificate(["other"])
        #expect(try String(contentsOfFile: file, encoding: .utf8) != String(mixed))
    }

    @Test func aFolderThatCannotBeWrittenToIsAnError() throws {
        let shelf = CertificateStore(folder: folder.file("missing"), machine: "workshop", now: { 0 })
        #expect(throws: CertificateError.file(folder.file("missing/authority.pem"), code: ENOENT)) {
            try shelf.certificate(for: [])
        }
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }
}
