package import EspyHTTP

/// A device as clients see it.
struct DeviceShape: Encodable {
    let id: String
    let name: String
    /// Seconds since 1970.
    let created: Int
    let lastSeen: Int
    /// Whether it is the one that asks.
    let current: Bool

    init(_ device: Device, isCurrent: Bool) {
        id = device.id
        name = device.name
        created = device.created
        lastSeen = device.lastSeen
        current = isCurrent
    }
}

/// Which devices are in, and putting them out. Every device that is in may do so: whoever has lost a phone may have
/// nothing but another one at hand.
package struct DeviceRoutes: Sendable {
    private let devices: DeviceBook

    package init(devices: DeviceBook) { self.devices = devices }

    package var routes: [Route] {
        [
            Route(.get, "/api/v1/devices") { (request, _) throws(Problem) in
                try .json(await devices.all().map { DeviceShape($0, isCurrent: request.caller == .device($0.id)) })
            },
            Route(.delete, "/api/v1/devices/{id}") { (_, values) throws(Problem) in
                guard try await devices.remove(values["id"]) else { throw .notFound }
                return .noContent
            },
        ]
    }
}
