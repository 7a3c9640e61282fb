import EspyHTTP
import EspyServer
import Foundation
import Testing

/// docs/openapi.yaml, and how it describes an answer.
struct Contract: Sendable {
    static let shared = Result { () throws -> Contract in
        Contract(document: try YAMLReader.read(try Repository.text("docs/openapi.yaml")))
    }

    let document: YAML

    /// All described operations by name, such as `GET /api/v1/photos/{id}`.
    var operations: [String: YAML] {
        var found: [String: YAML] = [:]
        for path in document["paths"]?.members ?? [] {
            let server = path.value["servers"]?.list.first?["url"]?.text ?? "/api/v1"
            let root = server == "/" ? "" : server
            for operation in path.value.members where Self.methods.contains(operation.key) {
                found["\(operation.key.uppercased()) \(root)\(path.key)"] = operation.value
            }
        }
        return found
    }

    var problemKinds: [String] { document["components"]?["schemas"]?["ProblemKind"]?["enum"]?.texts ?? [] }

    private static let methods: Set<String> = ["get", "put", "post", "patch", "delete"]

    /// Returns everything in an answer that the description lacks. Fields that are not described must not be there.
    func objections(to reply: Reply, of method: Request.Method, _ path: [String]) -> [String] {
        let name = method == .head ? "GET" : method.rawValue
        guard let operation = operation(name, path) else {
            let isFine = ["not-found", "method-not-allowed"].contains(reply.problem)
            return isFine ? [] : ["\(name) \(path) is not described, and answers \(reply.status)"]
        }
        let check = SchemaCheck(document: document)
        guard var answer = operation["responses"]?[String(reply.status)] else {
            return ["\(name) \(path): \(reply.status) is not described: \(reply.string.prefix(300))"]
        }
        if let reference = answer["$ref"]?.text { answer = check.resolved(reference) ?? answer }
        var found = bodyObjections(reply, answer, check, isHead: method == .head)
        if reply.status >= 400, !problemKinds.contains(reply.problem) {
            found.append("\(reply.problem) is no known kind")
        }
        return found.map { "\(name) \(path): \($0)" }
    }

    private func bodyObjections(_ reply: Reply, _ answer: YAML, _ check: SchemaCheck, isHead: Bool) -> [String] {
        let content = answer["content"]?.members ?? []
        guard let type = reply.header("Content-Type")?.split(separator: ";").first.map(String.init) else {
            return content.isEmpty ? [] : ["no content type"]
        }
        guard let described = content.first(where: { Self.matches(type, $0.key) }) else {
            return ["\(type) is not described"]
        }
        guard type.hasSuffix("json"), !isHead, let schema = described.value["schema"] else { return [] }
        guard let value = try? JSONSerialization.jsonObject(with: Data(reply.bytes)) else { return ["no JSON"] }
        return check.objections(value, schema)
    }

    private func operation(_ method: String, _ path: [String]) -> YAML? {
        let all = operations
        let names = all.keys.filter { $0.hasPrefix("\(method) ") }.filter { name in
            let parts = name.dropFirst(method.count + 1).split(separator: "/")
            return parts.count == path.count && zip(parts, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        return names.min { $0.count { $0 == "{" } < $1.count { $0 == "{" } }.flatMap { all[$0] }
    }

    private static func matches(_ type: String, _ pattern: String) -> Bool {
        pattern.hasSuffix("/*") ? type.hasPrefix(pattern.dropLast()) : type == pattern
    }
}
