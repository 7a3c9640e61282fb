package import EspyHTTP
import EspySystem

/// A device as clients see it.
struct DeviceAnswer: Encodable {
    let id: String
    let name: String
    /// Seconds since 1970.
    let created: Int
    let lastSeen: Int
    /// Whether it is the device that makes this request.
    let current: Bool

    init(_ device: Device, isCurrent: Bool) {
        id = device.id
        name = device.name
        created = device.created
        lastSeen = device.lastSeen
        current = isCurrent
    }
}

/// Listing and revoking devices. Every paired device may do so: a user who lost a phone may have only another device at
/// hand.
package struct DeviceRoutes: Sendable {
    private let devices: DeviceStore

    package init(devices: DeviceStore) { self.devices = devices }

    package var routes: [Route] {
        [
            Route(.get, "/api/v1/devices") { (request, _) throws(HTTPProblem) in
                try .json(await devices.all().map { DeviceAnswer($0, isCurrent: request.caller == .device($0.id)) })
            },
            Route(.delete, "/api/v1/devices/{id}") { (_, values) throws(HTTPProblem) in
                guard try await devices.remove(values["id"]) else { throw .notFound }
                return .noContent
            },
        ]
    }
}

/// The cookie that identifies a paired device.
enum DeviceCookie {
    static let name = "espy_device"
    private static let tokenBytes = 32

    static func newToken(_ random: RandomSource) -> String { random.hex(bytes: tokenBytes) }

    /// - HttpOnly: Scripts cannot read it.
    /// - SameSite=Strict: It is not sent with requests from other sites.
    /// - Parameter isEncrypted: If true, it is never sent unencrypted.
    /// - Parameter path: The path below which it is sent.
    static func field(token: String, isEncrypted: Bool, path: String = "/") -> String {
        let parts = ["\(name)=\(token)", "Max-Age=\(Device.lifetime)", "Path=\(path)", "HttpOnly", "SameSite=Strict"]
        return (parts + (isEncrypted ? ["Secure"] : [])).joined(separator: "; ")
    }

    /// The tokens in a request: usually one, unless another program on the same host has set a cookie of that name,
    /// too.
    static func tokens(in headers: Headers) -> [String] {
        let pairs = headers.all("Cookie").flatMap { $0.split(separator: ";") }
        let found = pairs.compactMap { pair -> String? in
            let pair = pair.drop { $0 == " " }
            guard pair.hasPrefix(name + "=") else { return nil }
            let token = pair.dropFirst(name.utf8.count + 1)
            return isToken(token) ? String(token) : nil
        }
        return Array(found.prefix(4))
    }

    private static func isToken(_ text: Substring) -> Bool {
        text.utf8.count == 2 * tokenBytes && text.allSatisfy { $0.isHexDigit && $0.isASCII }
    }
}
