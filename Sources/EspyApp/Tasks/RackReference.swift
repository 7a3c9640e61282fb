package import Espy
package import EspySheets
package import EspySystem

/// The reference for comparing a rack.
package enum RackReference: Sendable, Equatable {
    /// A list of the expected contents.
    case manifest(RackManifest)
    /// The last scan of the same rack.
    case last
    /// A rack by its code, or a history entry by its ID.
    case named(String)

    /// Why there is no reference.
    package enum Failure: Error, Sendable, Equatable {
        /// The list does not contain this rack.
        case notListed(String?)
        /// The rack's code is unknown.
        case unknownBox
        /// The history has no scan of the rack.
        case noScan(String)
        /// The history has neither such a rack nor such an entry.
        case nothing(String)
        case history(HistoryError)
    }

    /// The expected contents, and their history entry, if any.
    package struct Found: Sendable, Equatable {
        package var contents: RackContents
        package var entry: HistoryEntry?
    }

    /// - Parameters:
    ///   - history: Nil if there is none.
    ///   - entry: The rack's own entry, to exclude it.
    package func found(
        for rack: Rack, _ history: History?, besides entry: HistoryEntry? = nil
    ) async throws(Failure) -> Found {
        switch self {
        case .manifest(let manifest):
            guard let contents = manifest.contents(of: rack) else { throw .notListed(rack.id) }
            return Found(contents: contents, entry: nil)
        case .last:
            guard let id = rack.id else { throw .unknownBox }
            guard let found = try await Self.scan(of: id, history, besides: entry) else { throw .noScan(id) }
            return found
        case .named(let name):
            if let found = try await Self.scan(of: name, history, besides: entry) { return found }
            if let history, let found = try await Self.entry(name, history) { return found }
            throw .nothing(name)
        }
    }

    private static func scan(
        of id: String, _ history: History?, besides own: HistoryEntry?
    ) async throws(Failure) -> Found? {
        guard let history else { return nil }
        do throws(HistoryError) {
            var found = try await history.lastScan(of: id)
            if let own, found?.id == own.id { found = try await history.lastScan(of: id, before: own.position) }
            guard let found, let contents = try await history.contents(of: found) else { return nil }
            return Found(contents: contents, entry: found)
        } catch {
            throw .history(error)
        }
    }

    /// Finds an entry by its ID, or by a prefix that is long enough not to match by accident.
    private static func entry(_ prefix: String, _ history: History) async throws(Failure) -> Found? {
        guard prefix.count >= 4, let entry = try? await history.entry(prefix) else { return nil }
        do throws(HistoryError) {
            return try await history.contents(of: entry).map { Found(contents: $0, entry: entry) }
        } catch {
            throw .history(error)
        }
    }
}

extension RackManifest {
    /// Maximum size of a file, in bytes.
    package static let mostBytes = 32 << 20

    /// Why a file is not a list of rack contents.
    package enum FileFailure: Error, Sendable, Equatable {
        case file(ListFile.Failure)
        case list(Failure)
    }

    /// - Parameters:
    ///   - file: CSV or XLSX.
    ///   - wells: Positions by name, if a container has its own names.
    ///   - encoding: The text encoding; nil to detect it.
    package init(
        file: [UInt8], wells: [String: Rack.Place] = [:], encoding: TextEncoding? = nil
    ) throws(FileFailure) {
        let list: ListFile
        do throws(ListFile.Failure) {
            list = try ListFile(file, limit: Self.mostLines, encoding: encoding)
        } catch {
            throw .file(error)
        }
        do throws(Failure) {
            try self.init(records: list.records, wells: wells, notes: list.notes)
        } catch {
            throw .list(error)
        }
    }
}

extension RackManifest.FileFailure {
    /// A message to follow the file name.
    package var text: String {
        switch self {
        case .file(.sheet(let reason)): "the sheet cannot be read: \(reason); save it as XLSX or CSV"
        case .file(.tooLarge): "it is too large; compare with a part of it"
        case .file(.notText): "it is neither text nor a sheet; save it as CSV or XLSX"
        case .file(.notEncoded(let encoding)):
            "it is not valid \(encoding.name); name another encoding, or save it as UTF-8"
        case .file(.openQuote(let line)): "the quotation mark in line \(line) is never closed"
        case .file(.tooMany(let limit)): "it has more than \(limit) lines; compare with a part of it"
        case .list(.empty): "it is empty"
        case .list(.noColumns(let columns)):
            "no columns are named well and code; there are " + columns.map { "“\($0)”" }.joined(separator: ", ")
        case .list(.badWell(let line, let text)): "“\(text)” in line \(line) is not a well such as A1"
        case .list(.wellTwice(let line, let well)):
            "\(well) in line \(line) appears twice; add a column rack to tell boxes apart"
        }
    }
}
