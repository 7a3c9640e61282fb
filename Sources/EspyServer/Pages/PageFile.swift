import Espy
import Foundation

/// A file of the web app, read once and kept with its compressed forms.
struct PageFile: Sendable {
    private let type: String
    private let tag: String
    private let bytes: [UInt8]
    private let small: [ContentCoding: [UInt8]]

    /// - Returns: nil when it cannot be read.
    init?(path: String, name: String) {
        guard let data = FileManager.default.contents(atPath: path), let sum = FileSum(path: path) else { return nil }
        bytes = Array(data)
        type = ContentType.of(name)
        tag = "\"\(sum.sha256.prefix(32))\""
        guard ContentCoding.helps(type), bytes.count >= ContentCoding.least else {
            small = [:]
            return
        }
        var small: [ContentCoding: [UInt8]] = [:]
        for coding in ContentCoding.allCases { small[coding] = coding.compress(bytes, level: 9) }
        self.small = small
    }

    func response(to request: Request) -> Response {
        // The names of files stay when they change, so a browser asks each time whether its copy is still good.
        var response = Response(
            200, headers: ["Content-Type": type, "Cache-Control": "no-cache", "ETag": tag], body: .bytes(bytes))
        if let coding = ContentCoding(accepted: request), let small = small[coding] {
            response.encode(as: coding, small)
        }
        if !small.isEmpty { response.headers["Vary"] = "Accept-Encoding" }
        return response
    }
}
