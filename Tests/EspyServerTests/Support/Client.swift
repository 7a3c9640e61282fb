import EspyHTTP
import EspyServer
import Foundation
import Testing

/// Sends requests like a browser, without a network.
struct Client: Sendable {
    let core: ServerCore
    var caller = Request.Caller.local

    func get(_ target: String, headers: Headers = [:]) async -> Reply { await ask(.get, target, headers: headers) }

    func delete(_ target: String) async -> Reply { await ask(.delete, target) }

    func post(_ target: String, type: String, _ bytes: [UInt8]) async -> Reply {
        await ask(.post, target, headers: ["Content-Type": type], body: RequestBody(bytes))
    }

    func post(_ target: String, json: Any) async -> Reply { await send(.post, target, json: json) }

    func patch(_ target: String, json: Any) async -> Reply { await send(.patch, target, json: json) }

    func send(_ method: Request.Method, _ target: String, json: Any) async -> Reply {
        let bytes = (try? JSONSerialization.data(withJSONObject: json)).map(Array.init) ?? []
        return await ask(
            method, target, headers: ["Content-Type": "application/json"], body: RequestBody(bytes))
    }

    func ask(
        _ method: Request.Method, _ target: String, headers: Headers = [:], body: RequestBody = .empty
    ) async -> Reply {
        let parts = target.split(separator: "?", maxSplits: 1)
        let pairs = parts.dropFirst().flatMap { $0.split(separator: "&") }.map { pair -> (String, String) in
            let words = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (words[0], words.dropFirst().first ?? "")
        }
        var request = Request(
            method, path: parts[0].split(separator: "/").map { $0.removingPercentEncoding ?? "" }, query: Query(pairs),
            headers: headers, body: body)
        request.caller = caller
        return await ask(request)
    }

    /// Sends a request, and checks that docs/openapi.yaml describes the answer.
    func ask(_ request: Request) async -> Reply {
        let reply = Reply(await core.respond(to: request))
        do {
            let objections = try Contract.shared.get().objections(to: reply, of: request.method, request.path)
            #expect(objections == [])
        } catch {
            Issue.record("docs/openapi.yaml: \(error)")
        }
        return reply
    }
}

/// An answer for tests to inspect.
struct Reply {
    let response: Response

    init(_ response: Response) { self.response = response }

    var status: Int { response.status }

    func header(_ name: String) -> String? { response.headers[name] }

    var bytes: [UInt8] {
        switch response.body {
        case .bytes(let bytes): bytes
        case .file(let file, let offset, let length): Array((file.bytes() ?? [])[offset..<(offset + length)])
        case .none, .events: []
        }
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    var events: AsyncStream<ServerEvent> {
        if case .events(let events) = response.body { return events }
        return AsyncStream { $0.finish() }
    }

    /// The body as a JSON object.
    func object() throws -> [String: Any] {
        guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
            throw Unexpected(self)
        }
        return object
    }

    func object(_ key: String) throws -> [String: Any] {
        guard let value = try object()[key] as? [String: Any] else { throw Unexpected(self) }
        return value
    }

    func list(_ key: String) throws -> [[String: Any]] {
        guard let value = try object()[key] as? [[String: Any]] else { throw Unexpected(self) }
        return value
    }

    func text(_ key: String) throws -> String {
        guard let value = try object()[key] as? String else { throw Unexpected(self) }
        return value
    }

    /// The type of the problem; empty if the answer is not one.
    var problem: String {
        guard header("Content-Type") == "application/problem+json", let type = try? text("type"),
            type.hasPrefix("/problems/")
        else { return "" }
        return String(type.dropFirst("/problems/".count))
    }
}
