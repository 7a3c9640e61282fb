import Foundation

/// Parses a form with one file (RFC 7578) piece by piece as it arrives. However large the file is, only the header of
/// one part is kept in memory.
package struct MultipartParser: Sendable {
    package enum Event: Equatable, Sendable {
        /// The file begins; its name is the client's, if there is one.
        case file(name: String?)
        /// A piece of the file.
        case data(ArraySlice<UInt8>)
    }

    /// Why the form cannot be read.
    package struct Failure: Error, Equatable {
        package let text: String
    }

    private enum State: Equatable {
        case preamble
        /// After a boundary: the end of its line, or of the form.
        case boundary
        case header
        case file
        /// A field that is not a file.
        case field
        case epilogue
    }

    /// A line break and the boundary.
    private let delimiter: [UInt8]
    /// Bytes that cannot be judged yet. The leading line break lets a boundary in the first line match like all others.
    private var rest = Array("\r\n".utf8)
    private var state = State.preamble
    private var parts = 0
    private var hasFile = false
    /// Bytes skipped in the current field, preamble or epilogue.
    private var skipped = 0

    /// - Returns: nil when the text is not a valid boundary (RFC 2046, 5.1.1).
    package init?(boundary: String) {
        let allowed = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'()+_,-./:=? ".utf8)
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy(allowed.contains),
            boundary.last != " "
        else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Whether the form ended properly and contained a file.
    package var isComplete: Bool { state == .epilogue && hasFile }

    /// Parses the next piece.
    package mutating func take(_ piece: [UInt8]) throws(Failure) -> [Event] {
        rest += piece
        var position = 0
        var events: [Event] = []
        while try step(&position, &events) {}
        rest.removeFirst(position)
        return events
    }

    /// - Returns: false when more bytes are needed.
    private mutating func step(_ position: inout Int, _ events: inout [Event]) throws(Failure) -> Bool {
        switch state {
        case .preamble, .file, .field: return try content(&position, &events)
        case .boundary: return try lineEnd(&position)
        case .header: return try header(&position, &events)
        case .epilogue:
            try skip(rest.count - position)
            position = rest.count
            return false
        }
    }

    /// Consumes everything up to the next boundary.
    private mutating func content(_ position: inout Int, _ events: inout [Event]) throws(Failure) -> Bool {
        let found = ByteSearch.first(delimiter, in: rest, from: position)
        // A possible start of a boundary waits for the next piece.
        let end = found ?? max(position, rest.count - delimiter.count + 1)
        if state == .file {
            if end > position { events.append(.data(rest[position..<end])) }
        } else {
            try skip(end - position)
        }
        position = end
        guard found != nil else { return false }
        position += delimiter.count
        state = .boundary
        skipped = 0
        return true
    }

    private mutating func lineEnd(_ position: inout Int) throws(Failure) -> Bool {
        let line = rest[position...]
        if line.starts(with: Array("--".utf8)) {
            position += 2
            state = .epilogue
            return true
        }
        guard let end = ByteSearch.first(Self.lineBreak, in: rest, from: position) else {
            guard line.count <= Self.padding else { throw Failure(text: "a boundary does not end its line") }
            return false
        }
        guard rest[position..<end].allSatisfy({ $0 == 0x20 || $0 == 0x09 }), end - position <= Self.padding else {
            throw Failure(text: "a boundary does not end its line")
        }
        parts += 1
        guard parts <= Self.mostParts else { throw Failure(text: "the form has more than \(Self.mostParts) parts") }
        // The break stays: an empty header ends right there.
        position = end
        state = .header
        return true
    }

    private mutating func header(_ position: inout Int, _ events: inout [Event]) throws(Failure) -> Bool {
        guard let end = ByteSearch.first(Self.blankLine, in: rest, from: position) else {
            guard rest.count - position <= Self.headerLimit else { throw Failure(text: "a part's header is too long") }
            return false
        }
        guard end - position <= Self.headerLimit else { throw Failure(text: "a part's header is too long") }
        let part = try MultipartHeader(rest[position..<end])
        position = end + Self.blankLine.count
        state = part.isFile ? .file : .field
        guard part.isFile else { return true }
        guard !hasFile else { throw Failure(text: "the form has more than one file; send one at a time") }
        hasFile = true
        events.append(.file(name: part.fileName))
        return true
    }

    private mutating func skip(_ count: Int) throws(Failure) {
        skipped += count
        guard skipped <= Self.fieldLimit else { throw Failure(text: "the form has too much data besides the file") }
    }

    private static let lineBreak = Array("\r\n".utf8)
    private static let blankLine = Array("\r\n\r\n".utf8)
    private static let padding = 64
    private static let mostParts = 16
    private static let headerLimit = 8_192
    private static let fieldLimit = 64 << 10
}

/// The header of one part of a form.
private struct MultipartHeader {
    /// Whether the part is a file, not a field.
    let isFile: Bool
    let fileName: String?

    init(_ bytes: ArraySlice<UInt8>) throws(MultipartParser.Failure) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .init(text: "a part's header is not UTF-8")
        }
        let lines = text.split(separator: "\r\n").map { $0.split(separator: ":", maxSplits: 1) }
        guard lines.allSatisfy({ $0.count == 2 }) else {
            throw .init(text: "a part's header has a line without a name")
        }
        let disposition = lines.first { $0[0].lowercased() == "content-disposition" }
        guard let value = disposition?[1].drop(while: { $0 == " " || $0 == "\t" }),
            let parts = HeaderParts(String(value)), parts.first.lowercased() == "form-data"
        else {
            throw .init(text: "a part has no usable Content-Disposition")
        }
        fileName = parts.parameters["filename"].map(Self.decoded)
        isFile = parts.parameters["filename"] != nil || parts.parameters["filename*"] != nil
    }

    /// Decodes the three characters that browsers percent-encode because they would end the name (HTML standard,
    /// 4.10.22.8).
    private static func decoded(_ name: String) -> String {
        name.replacing("%22", with: "\"").replacing("%0D", with: "").replacing("%0A", with: "")
    }
}

/// Finds short byte sequences in long ones.
private enum ByteSearch {
    /// Returns the first position at or after `start` where `wanted` begins; `wanted` must not be empty.
    static func first(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            wanted.withUnsafeBytes { wanted -> Int? in
                guard let base = bytes.baseAddress, let pattern = wanted.baseAddress else { return nil }
                var place = start
                while place + wanted.count <= bytes.count {
                    // The first byte is rare in photos, and the C library scans many bytes at a time.
                    let room = bytes.count - wanted.count + 1 - place
                    guard let next = memchr(base + place, Int32(wanted[0]), room) else { return nil }
                    place = UnsafeRawPointer(next) - base
                    if memcmp(base + place, pattern, wanted.count) == 0 { return place }
                    place += 1
                }
                return nil
            }
        }
    }
}
