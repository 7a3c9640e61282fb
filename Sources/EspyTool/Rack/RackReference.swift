import Espy
import EspyBase
import EspySheets

/// What a box is compared with.
enum RackReference: Sendable {
    /// A list, and what it is called.
    case manifest(RackManifest, name: String)
    /// The last scan of the same box.
    case last
    /// A box by its code, or an entry by its ID.
    case named(String)

    /// A longer list is not read.
    private static let mostBytes = 32 << 20

    /// - Returns: nil where nothing is to be compared.
    init?(_ invocation: Invocation) throws {
        let (path, box) = (invocation.value(Flags.expect), invocation.value(Flags.compare))
        if path != nil, box != nil { throw UsageError("--expect and --compare: choose one", command: "rack") }
        if let path {
            self = .manifest(try Self.manifest(path), name: path)
        } else if let box {
            self = box == "last" ? .last : .named(box)
        } else {
            return nil
        }
    }

    private static func manifest(_ path: String) throws(Problem) -> RackManifest {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try Files.read(path, limit: mostBytes)
        } catch {
            throw .named(error)
        }
        let name = printable(path)
        let records: [[String]]
        if SheetReader.isSheet(bytes) {
            do throws(SheetError) {
                records = try SheetReader.lines(bytes)
            } catch {
                throw Problem("manifest", "\(name): \(Problem(error).message)")
            }
        } else {
            do throws(CSVRecords.Failure) {
                records = try CSVRecords(parsing: bytes, limit: RackManifest.mostLines).records
            } catch {
                throw Problem("manifest", "\(name): \(error.text)")
            }
        }
        do throws(RackManifest.Failure) {
            return try RackManifest(records: records)
        } catch {
            throw Problem("manifest", "\(name): \(error.text)")
        }
    }

    /// What the box should hold.
    func contents(of rack: Rack, _ history: History?) async throws(Problem) -> RackContents {
        do {
            switch self {
            case .manifest(let manifest, let name):
                if let contents = manifest.contents(of: rack.id) { return contents }
                let box = rack.id.map(quoted) ?? "a box without a code of its own (--rack-id)"
                throw Problem("manifest", "\(printable(name)) says nothing of \(box)")
            case .last:
                guard let id = rack.id else {
                    throw Problem("unknownBox", "the box shows no code of its own; say which it is by --rack-id")
                }
                if let found = try await Self.contents(ofLast: id, history) { return found }
                throw Problem("unknownBox", "the history has no scan of \(quoted(id)) yet")
            case .named(let name):
                if let found = try await Self.contents(ofLast: name, history) { return found }
                if name.count >= 4, let history, let found = try? await Self.contents(of: name, history) {
                    return found
                }
                throw Problem("unknownBox", "the history has no box and no entry \(quoted(name))")
            }
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(any: error)
        }
    }

    private static func contents(ofLast id: String, _ history: History?) async throws(HistoryError) -> RackContents? {
        guard let history, let entry = try await history.lastScan(of: id) else { return nil }
        return try await contents(of: entry.id, history)
    }

    private static func contents(of prefix: String, _ history: History) async throws(HistoryError) -> RackContents? {
        let entry = try await history.entry(prefix)
        guard case .rack(let rack) = try await history.record(entry.id).corrected else { return nil }
        return RackContents(rack)
    }
}

extension CSVRecords.Failure {
    fileprivate var text: String {
        switch self {
        case .notText: "it is neither text nor a sheet; save it as CSV or XLSX"
        case .openQuote(let line): "a quotation mark in line \(line) does not end"
        case .tooMany(let limit): "it has more than \(limit) lines; compare with a part of it"
        }
    }
}

extension RackManifest.Failure {
    fileprivate var text: String {
        switch self {
        case .empty: "there is no line in it"
        case .noColumns(let columns):
            "no columns are named well and code; there are " + columns.map(quoted).joined(separator: ", ")
        case .badWell(let line, let text): "\(quoted(text)) in line \(line) is no well, such as A1"
        case .wellTwice(let line, let well): "\(well) in line \(line) stands there before; give each box a column rack"
        }
    }
}
