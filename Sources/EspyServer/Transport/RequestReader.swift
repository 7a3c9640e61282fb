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
