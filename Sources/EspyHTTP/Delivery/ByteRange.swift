/// The part of a body that a client asks for (RFC 9110, 14).
enum ByteRange: Equatable {
    /// All of it: nothing was asked for, or nothing that is understood here, as more than one part.
    case whole
    case part(Range<Int>)
    case outside

    /// - Parameters:
    ///   - field: of the header, such as `bytes=0-1023`.
    ///   - length: of the whole body.
    init(_ field: String?, length: Int) {
        self = .whole
        guard let field, field.lowercased().hasPrefix("bytes=") else { return }
        let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?) where ends[1].isEmpty == false:
            guard first <= last else { return }
            self = first < length ? .part(first..<min(last, length - 1) + 1) : .outside
        case (let first?, nil) where ends[1].isEmpty:
            self = first < length ? .part(first..<length) : .outside
        case (nil, let count?) where ends[0].isEmpty:
            self = count > 0 && length > 0 ? .part(max(0, length - count)..<length) : .outside
        default: return
        }
    }
}
