/// Makes bytes small, the more the higher the level; nil where that fails.
package typealias Compressor = @Sendable (_ bytes: [UInt8], _ coding: ContentCoding, _ level: Int) -> [UInt8]?

/// What is done to every answer before it goes out: nothing is sent twice that the client has, parts are cut out, and
/// text is made small.
///
/// This folder answers the questions that clients ask with header fields: `If-None-Match`, `Range`, `Accept-Encoding`.
package struct Delivery: Sendable {
    private let compressor: Compressor

    /// - Parameter compressor: of whoever serves; nothing here depends on a library for it.
    package init(compressor: @escaping Compressor) { self.compressor = compressor }

    /// - Parameter level: from 1 to 9; the usual one is for what is made small for one client alone.
    package func compress(_ bytes: [UInt8], _ coding: ContentCoding, level: Int = 5) -> [UInt8]? {
        compressor(bytes, coding, level)
    }

    package func prepare(_ response: Response, for request: Request) -> Response {
        guard [.get, .head].contains(request.method) else { return compressed(response, for: request) }
        guard response.status == 200 else { return compressed(response, for: request) }
        if Validators(response).isKnown(to: request) { return notModified(response) }
        if ContentCoding.helps(response.headers["Content-Type"]) { return compressed(response, for: request) }
        return part(of: response, for: request)
    }

    private func notModified(_ response: Response) -> Response {
        var answer = Response(304)
        // What a cache would change; the rest describes a body that is not sent.
        for name in ["Cache-Control", "Content-Location", "ETag", "Expires", "Last-Modified", "Vary"] {
            answer.headers[name] = response.headers[name]
        }
        if ContentCoding.helps(response.headers["Content-Type"]) { vary(&answer) }
        return answer
    }

    private func part(of response: Response, for request: Request) -> Response {
        guard let length = response.body.length else { return response }
        var response = response
        response.headers["Accept-Ranges"] = "bytes"
        guard request.method == .get, Validators(response).allowPart(to: request) else { return response }
        switch ByteRange(request.headers["range"], length: length) {
        case .whole: break
        case .part(let range):
            response.status = 206
            response.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            response.body = response.body.cut(range)
        case .outside:
            return HTTPProblem(
                416, "no-such-range", "There are no such bytes.", detail: "there are \(length) bytes",
                headers: ["Content-Range": "bytes */\(length)"]
            ).response
        }
        return response
    }

    private func compressed(_ response: Response, for request: Request) -> Response {
        guard case .bytes(let bytes) = response.body, bytes.count >= ContentCoding.least,
            response.headers["Content-Encoding"] == nil, ContentCoding.helps(response.headers["Content-Type"])
        else { return response }
        var response = response
        vary(&response)
        guard let coding = ContentCoding(accepted: request), let small = compress(bytes, coding) else {
            return response
        }
        response.encode(as: coding, small)
        return response
    }

    private func vary(_ response: inout Response) {
        let other = response.headers["Vary"]
        guard other?.lowercased().contains("accept-encoding") != true else { return }
        response.headers["Vary"] = other.map { "\($0), Accept-Encoding" } ?? "Accept-Encoding"
    }
}

extension Response {
    /// Puts a compressed body in the place of the plain one.
    package mutating func encode(as coding: ContentCoding, _ bytes: [UInt8]) {
        body = .bytes(bytes)
        headers["Content-Encoding"] = coding.rawValue
        // Other bytes with the same meaning: the tag of both is a weak one.
        if let tag = headers["ETag"], !tag.hasPrefix("W/") { headers["ETag"] = "W/\(tag)" }
    }
}
