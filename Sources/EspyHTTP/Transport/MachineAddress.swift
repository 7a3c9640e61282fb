import CMicroHTTPD
import Foundation

/// An address of this machine on one of its networks.
package struct MachineAddress: Sendable, Equatable {
    /// The name of the network interface.
    package let interface: String
    /// Numeric, without port.
    package let text: String
    package let isIPv6: Bool

    package init(interface: String, text: String, isIPv6: Bool) {
        self.interface = interface
        self.text = text
        self.isIPv6 = isIPv6
    }

    /// The addresses that others can reach this machine by, best first, without loopback and link-local ones.
    package static func all() -> [MachineAddress] { sorted(found().filter(\.isReachable)) }

    /// The address as written in a URL.
    package var host: String { isIPv6 ? "[\(text)]" : text }

    private static func found() -> [MachineAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        return sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap { entry in
            guard let entry = entry?.pointee, entry.ifa_flags & UInt32(IFF_UP) != 0, let address = entry.ifa_addr
            else { return nil }
            let family = Int32(address.pointee.sa_family)
            guard family == AF_INET || family == AF_INET6, let text = text(of: address, family) else { return nil }
            return MachineAddress(interface: String(cString: entry.ifa_name), text: text, isIPv6: family == AF_INET6)
        }
    }

    private static func text(of address: UnsafePointer<sockaddr>, _ family: Int32) -> String? {
        let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        guard code == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// A link-local address is useless without its interface, which no browser accepts.
    private var isReachable: Bool {
        isIPv6 ? text != "::1" && !text.contains("%") : !text.hasPrefix("127.") && !text.hasPrefix("169.254.")
    }

    /// Sorts addresses of home and office networks first, those of virtual machines and containers last.
    package static func sorted(_ addresses: [MachineAddress]) -> [MachineAddress] {
        // Grouped by rank to keep the order of equal ones.
        (0...3).flatMap { rank in addresses.filter { $0.rank == rank } }
    }

    private var rank: Int {
        let inner = ["docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "tun", "tap", "wg", "utun", "bridge"]
        if inner.contains(where: interface.hasPrefix) { return 3 }
        if isIPv6 { return 2 }
        return isPrivate ? 0 : 1
    }

    /// RFC 1918.
    private var isPrivate: Bool {
        let parts = text.split(separator: ".").compactMap { Int($0) }
        guard parts.count == 4 else { return false }
        return parts[0] == 10 || parts[0] == 192 && parts[1] == 168 || parts[0] == 172 && (16...31).contains(parts[1])
    }

    /// The names that this machine may have on its network, in lower case.
    package static func names() -> Set<String> {
        var names = Set(all().map(\.text))
        let short = machine
        guard short != "localhost" else { return names }
        names.formUnion([ProcessInfo.processInfo.hostName.lowercased(), short, short + ".local"])
        return names
    }

    /// This machine's own name, in lower case.
    package static var machine: String {
        let own = ProcessInfo.processInfo.hostName.lowercased()
        return own.split(separator: ".").first.map(String.init) ?? "localhost"
    }
}
