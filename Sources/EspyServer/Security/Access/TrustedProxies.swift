import EspyHTTP
import Foundation

/// Proxies whose word on who asks, by which name and whether encrypted, is believed. What anyone else says in such fields
/// is not looked at.
package struct TrustedProxies: Sendable, Equatable {
    private let ranges: [AddressRange]
    private static let fields = ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"]

    /// - Parameter text: addresses and ranges (`10.0.0.0/8`) with commas between them.
    /// - Returns: nil when one of them is none.
    package init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let ranges = parts.map { AddressRange($0.trimmingCharacters(in: .whitespaces)) }
        guard !ranges.contains(nil) else { return nil }
        self.ranges = ranges.compactMap(\.self)
    }

    func includes(_ address: String) -> Bool {
        guard let bytes = AddressRange.bytes(of: address) else { return false }
        return ranges.contains { $0.includes(bytes) }
    }

    /// The request as its client sent it to the proxy. One that comes from elsewhere stays as it is.
    ///
    /// A request of a proxy never comes from this machine, also where it says nothing of its client: a proxy that was not
    /// set up to do so would otherwise make everyone local.
    func unwrapped(_ request: Request) throws(HTTPProblem) -> Request {
        guard includes(request.peer.address) else { return request }
        var request = request
        let saysSomething = Self.fields.contains { request.headers[$0] != nil }
        let isEncrypted = try scheme(request.headers).map { $0 == "https" } ?? request.peer.isEncrypted
        request.peer = Request.Peer(
            address: try client(request.headers) ?? request.peer.address, isLoopback: false, isEncrypted: isEncrypted,
            isForwarded: saysSomething)
        if let host = try single("X-Forwarded-Host", request.headers) { request.headers["Host"] = host }
        return request
    }

    /// The last address of the chain that is no proxy of ours: what stands before it anyone can have made up.
    private func client(_ headers: Headers) throws(HTTPProblem) -> String? {
        let chain = headers.all("X-Forwarded-For")
            .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        guard chain.count <= 64 else { throw .badForwarding }
        var last: String?
        for text in chain.reversed() {
            guard let address = AddressRange.plain(text.trimmingCharacters(in: .whitespaces)) else {
                throw .badForwarding
            }
            last = address
            if !includes(address) { break }
        }
        return last
    }

    private func scheme(_ headers: Headers) throws(HTTPProblem) -> String? {
        guard let scheme = try single("X-Forwarded-Proto", headers)?.lowercased() else { return nil }
        guard ["http", "https"].contains(scheme) else { throw .badForwarding }
        return scheme
    }

    private func single(_ name: String, _ headers: Headers) throws(HTTPProblem) -> String? {
        let values = headers.all(name)
        guard values.count <= 1, values.first?.contains(",") != true else { throw .badForwarding }
        return values.first
    }
}

/// Addresses with the same beginning.
struct AddressRange: Sendable, Equatable {
    private let start: [UInt8]
    private let bits: Int

    /// - Parameter text: `127.0.0.1`, `::1`, `10.0.0.0/8`, `fd00::/8`
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), let start = Self.bytes(of: parts[0]) else { return nil }
        self.start = start
        guard parts.count == 2 else {
            bits = start.count * 8
            return
        }
        guard let bits = Int(parts[1]), (0...start.count * 8).contains(bits) else { return nil }
        self.bits = bits
    }

    func includes(_ address: [UInt8]) -> Bool {
        guard address.count == start.count else { return false }
        return (0..<bits).allSatisfy { (address[$0 / 8] ^ start[$0 / 8]) & (0x80 >> ($0 % 8)) == 0 }
    }

    /// Four or sixteen; an address of the old kind that is written as a new one has four.
    static func bytes(of address: String) -> [UInt8]? {
        var (old, new) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, address, &old) == 1 { return withUnsafeBytes(of: &old) { Array($0) } }
        guard inet_pton(AF_INET6, address, &new) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &new) { Array($0) }
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        return bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
    }

    /// Without brackets and port, which some proxies add.
    static func plain(_ text: String) -> String? {
        var address = text
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            address = String(text[text.index(after: text.startIndex)..<end])
        } else if text.count(where: { $0 == ":" }) == 1, let end = text.firstIndex(of: ":") {
            address = String(text[..<end])
        }
        return bytes(of: address) == nil ? nil : address
    }
}
