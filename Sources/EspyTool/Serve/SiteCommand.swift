import EspyApp
import EspyInference
import EspyServer
import EspySystem
import Foundation

extension Command {
    static let site = Command(
        "site", "write the web app as files for any web server",
        details: [
            """
            Writes the web app into the folder DIR: pages that count things and read racks in the browser itself, and \
            correct, compare and save the results there, without a server of Espy. Any web server can deliver them, at any address and below any path; \
            browsers require HTTPS. After the first visit, the pages need no network, and no photo leaves the device.
            """,
            """
            Shelves, recipes and the gallery need “espy serve” and are left out. An earlier site in DIR is replaced; a \
            folder with other files is refused.
            """,
        ],
        operands: Operands("DIR", count: 1...1, kind: .path, help: "Folder for the files; created if needed."),
        flags: [Flags.jsonReport, Flags.quiet, Flags.help],
        examples: [Example("espy site public", "write the site into the folder public")]
    ) { try await SiteCommand(context: $0).run() }
}

/// `espy site`: writes the static site.
private struct SiteCommand {
    let context: CommandContext

    private struct Report: Encodable {
        let folder: String
        let files: Int
        let bytes: Int
        /// The number of bytes that a browser downloads, with gzip.
        let transferred: Int
        /// The number of bytes that it downloads in addition before the first count; 0 if the pages cannot count.
        let transferredToCount: Int
    }

    func run() async throws -> Exit {
        let folder = context.invocation.operands[0]
        let site = try site()
        let before = try Self.before(in: folder)
        for (name, data) in site.files.sorted(by: { $0.key < $1.key }) where name != StaticSite.list {
            try Self.write(Array(data), to: Path.join(folder, name))
        }
        for name in before where site.files[name] == nil { try? Files.remove(Path.join(folder, name)) }
        // Last, because the old list stays valid as long as all files in it exist.
        try Self.write(Array(site.files[StaticSite.list] ?? Data()), to: Path.join(folder, StaticSite.list))
        return try await report(
            Report(
                folder: folder, files: site.files.count, bytes: site.files.values.reduce(0) { $0 + $1.count },
                transferred: site.transferred, transferredToCount: site.transferredToCount))
    }

    private func site() throws(Problem) -> StaticSite {
        let web = WebFolder(context.process)
        var failure: StaticSite.Failure?
        for folder in web.folders {
            do throws(StaticSite.Failure) {
                return try StaticSite(folder: folder, licenses: Self.licenses)
            } catch {
                if failure == nil || error == .noReader { failure = error }
            }
        }
        guard failure == .noReader else { throw web.missing }
        throw Problem(
            "noReader", "the rack reader for browsers has not been built; run “make wasm” in the source folder")
    }

    /// One file in an installation, two in a checkout.
    private static var licenses: Data {
        func shipped(_ name: String) -> Data? {
            InferencePlaces.shipped(name, executable: InferencePlaces.executable).lazy
                .compactMap { FileManager.default.contents(atPath: $0) }.first
        }
        return shipped("licenses.txt") ?? ["NOTICE", "LICENSE"].compactMap(shipped).reduce(Data(), +)
    }

    /// The files of a previous version of the site in the folder.
    private static func before(in folder: String) throws -> [String] {
        guard Files.exists(folder), try !Files.allNames(in: folder).isEmpty else { return [] }
        let list = Path.join(folder, StaticSite.list)
        guard let bytes = try? Files.read(list, limit: 1 << 20),
            case let names = StaticSite.names(in: String(decoding: bytes, as: UTF8.self)),
            names.contains("service-worker.js")
        else {
            throw Problem("notEmpty", "\(printable(folder)) is not empty and does not contain an Espy site")
        }
        return names
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        try Files.makeFolder(Path.folder(of: path))
        try AtomicFile.replace(path, with: bytes)
    }

    private func report(_ report: Report) async throws -> Exit {
        if context.invocation.isOn(Flags.jsonReport) { return try await context.answer(JSONText.line(report)) }
        await context.note(
            "\(report.files) files, \(ByteText.text(report.bytes)), written to \(printable(report.folder)); a browser "
                + "fetches \(ByteText.text(report.transferred)) of them"
                + (report.transferredToCount > 0 ? ", and \(ByteText.text(report.transferredToCount)) to count" : ""))
        return .complete
    }
}
