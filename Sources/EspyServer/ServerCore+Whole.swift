import EspyHTTP

extension ServerCore {
    /// The whole server, with everything that it can be asked and all its checks.
    ///
    /// - Parameters:
    ///   - sharing: nil when it is for this machine alone.
    ///   - paired: is told of each device that was let in.
    package init(
        api: API, pages: Pages?, devices: DeviceBook, sharing: Sharing?, hosts: ServedHosts,
        paired: @escaping @Sendable (Device) async -> Void = { _ in }
    ) {
        let pairing = PairingRoutes(sharing: sharing, devices: devices, paired: paired)
        self.init(
            router: Router(api.routes + pairing.routes + DeviceRoutes(devices: devices).routes), pages: pages,
            access: AccessPolicy(hosts: hosts, devices: sharing == nil ? nil : devices))
    }
}
