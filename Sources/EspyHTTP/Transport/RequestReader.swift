import CMicroHTTPD
import Foundation

/// Reads what libmicrohttpd made of the first lines of a request.
enum RequestReader {
    /// - Parameters:
    ///   - target: as it came, up to a NUL if there is one.
    ///   - url: where the target began in the buffer.
    ///   - version: where the version began in the same buffer, behind the target and a blank.
    static func head(
        of connection: OpaquePointer, _ method: UnsafePointer<CChar>?, target: String, _ url: UnsafePointer<CChar>?,
        _ version: UnsafePointer<CChar>?
    ) -> RequestHead {
        guard let method, let url, let version else { return RequestHead(method: "", target: "", headers: [:]) }
        var layout = HeaderLayout(version: version, length: strlen(version))
        var head = RequestHead(
            method: text(method), target: target, headers: headers(of: connection, layout: &layout))
        layout.finish(start: method, size: espy_mhd_header_size(connection))
        head.isCut = version - url != target.utf8.count + 1 || !layout.isSound
        return head
    }

    private static func headers(of connection: OpaquePointer, layout: inout HeaderLayout) -> Headers {
        var found = (headers: Headers(), layout: layout)
        withUnsafeMutablePointer(to: &found) { pointer in
            _ = MHD_get_connection_values_n(
                connection, .HEADER_KIND,
                { context, _, name, nameSize, value, valueSize in
                    let found = context?.assumingMemoryBound(to: (headers: Headers, layout: HeaderLayout).self)
                    found?.pointee.headers.add(RequestReader.text(name, nameSize), RequestReader.text(value, valueSize))
                    found?.pointee.layout.field(name, nameSize, value, valueSize)
                    return .YES
                }, pointer)
        }
        layout = found.layout
        return found.headers
    }

    static func text(_ characters: UnsafePointer<CChar>?) -> String {
        characters.map { text($0, strlen($0)) } ?? ""
    }

    /// UTF-8; anything else as Latin-1, in which every byte is a character.
    static func text(_ characters: UnsafePointer<CChar>?, _ count: Int) -> String {
        let bytes = UnsafeRawBufferPointer(start: characters, count: characters == nil ? 0 : count)
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

/// Where the parts of a header lie in the buffer of libmicrohttpd, which reads strings of C: what follows a NUL in a
/// line is lost to it, and a folded line it joins to the name of the field. A proxy on the way may read such lines
/// otherwise, so nobody who means well is helped by taking them. They show by what lies between the parts: a line end
/// is all that may.
struct HeaderLayout {
    /// Of what was looked at last, in the buffer.
    private var end: UInt
    private(set) var isSound = true

    /// - Parameter start: of the first field.
    init(version: UnsafePointer<CChar>, length: Int) { end = UInt(bitPattern: version) + UInt(length) }

    mutating func field(
        _ name: UnsafePointer<CChar>?, _ nameSize: Int, _ value: UnsafePointer<CChar>?, _ valueSize: Int
    ) {
        let (name, value) = (UInt(bitPattern: name), UInt(bitPattern: value))
        // The line before ends in CR LF, or in LF alone.
        let isNext = name > end && name - end <= 2
        // A colon, and perhaps blanks.
        let isBeside = value > name && value - name > UInt(nameSize)
        isSound = isSound && isNext && isBeside
        end = value &+ UInt(valueSize)
    }

    /// - Parameters:
    ///   - start: of the first line.
    ///   - size: of the whole header, with the empty line at its end.
    mutating func finish(start: UnsafePointer<CChar>, size: Int) {
        let last = UInt(bitPattern: start) + UInt(size)
        isSound = isSound && last > end && last - end <= 4
    }
}
