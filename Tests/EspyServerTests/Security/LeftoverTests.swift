import EspyHTTP
import EspyHTTPTesting
import EspyServer
import Foundation
import Testing

/// Files left behind by processes that were killed while writing.
struct LeftoverTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func write(_ name: String, hours: Double = 2) throws {
        let path = folder.file(name)
        try Data("half".utf8).write(to: URL(fileURLWithPath: path))
        let then = Date().addingTimeInterval(-3600 * hours)
        try FileManager.default.setAttributes([.modificationDate: then], ofItemAtPath: path)
    }

    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }

    @Test func oldOnesAreTakenAwayBeforeTheNextWrite() throws {
        try write(".espy-aB3xYz")
        // Another process may still be writing to it.
        try write(".espy-qW9eRt", hours: 0)
        let others: Set = ["certificate.pem.backup", ".espy-seven77", ".other-aB3xYz"]
        for name in others { try write(name) }
        _ = try CertificateStore(folder: folder.path, machine: "workshop", now: { 0 }).certificate(for: [])
        #expect(try names() == others.union(["authority.pem", "certificate.pem", ".espy-qW9eRt"]))
    }

    @Test func photosOfKilledServersAreTakenAway() throws {
        try write(".espy-photo-aB3xYz")
        try write(".espy-photo-qW9eRt", hours: 0)
        try write(".espy-photo-of-a-cat")
        AnonymousFile.sweep(folder.path)
        #expect(try names() == [".espy-photo-qW9eRt", ".espy-photo-of-a-cat"])
    }
}
