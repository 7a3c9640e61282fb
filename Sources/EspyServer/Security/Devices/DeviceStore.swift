import Espy
package import EspyHTTP
package import EspySystem

/// The devices that were paired. Another process may change the list, which is noticed at the next request.
///
/// This folder has who was let in, and how they are known again.
package actor DeviceStore {
    /// More than one person's phones, and few enough that a list of them can be looked through.
    package static let most = 100

    private let file: RecordFile<Device>
    private let clock: ServerClock
    private let random: RandomSource
    private var devices: [Device]
    private var stamp: FileStatus?
    /// Out for good, even where that could not be written down.
    private var removed: Set<String> = []
    private var waiters = RemovalWaiters()

    /// - Throws: ``RecordFileError`` when the file cannot be read or makes no sense.
    package init(path: String, clock: ServerClock, random: RandomSource = .system) throws(RecordFileError) {
        file = RecordFile(path: path, key: "devices")
        self.clock = clock
        self.random = random
        stamp = file.stamp()
        do throws(RecordFileFailure) {
            devices = try file.read()
        } catch {
            throw RecordFileError(path, error, list: "devices", remedy: "pair them")
        }
    }

    /// Those that are let in, the newest first.
    package func all() -> [Device] {
        refresh()
        return devices.filter(isValid).reversed()
    }

    /// - Returns: the device whose token this is, if it is let in.
    package func device(token: String) -> Device? {
        refresh()
        let hash = SHA256.hex(of: Array(token.utf8))
        guard let index = devices.firstIndex(where: { $0.tokenHash == hash && isValid($0) }) else { return nil }
        noteSeen(index)
        return devices[index]
    }

    /// Lets a device in.
    ///
    /// - Parameter old: the id under which the same device was let in before; it is no longer valid.
    /// - Returns: the token, which nobody can be told again.
    package func add(name: String, replacing old: String? = nil) throws(HTTPProblem) -> (device: Device, token: String)
    {
        let token = DeviceCookie.newToken(random)
        let now = clock.now()
        let device = Device(
            id: random.hex(bytes: 8), name: name, created: now, lastSeen: now,
            tokenHash: SHA256.hex(of: Array(token.utf8)))
        guard all().filter({ $0.id != old }).count < Self.most else { throw .tooManyDevices }
        try change { $0 = $0.filter { $0.id != old && self.isValid($0) } + [device] }
        return (device, token)
    }

    /// Takes a device out, at once.
    ///
    /// - Returns: whether there was one.
    package func remove(_ id: String) throws(HTTPProblem) -> Bool {
        refresh()
        guard devices.contains(where: { $0.id == id && isValid($0) }) else { return false }
        removed.insert(id)
        waiters.tell(id)
        try change { $0.removeAll { $0.id == id } }
        return true
    }

    /// Returns when the device is no longer let in, or the task is cancelled.
    func leaving(of id: String) async {
        let number = waiters.nextNumber()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isIn = devices.contains { $0.id == id && isValid($0) }
                if isIn, !Task.isCancelled { waiters.add(number, id, continuation) } else { continuation.resume() }
            }
        } onCancel: {
            Task { await self.forget(number) }
        }
    }

    private func forget(_ number: Int) { waiters.forget(number) }

    /// Looks whether another process has changed the file. One that is damaged meanwhile changes nothing.
    func refresh() {
        let found = file.stamp()
        guard found != stamp else { return }
        guard let list = try? file.read() else { return }
        take(list, found)
    }

    private func isValid(_ device: Device) -> Bool {
        clock.now() < device.created + Device.lifetime && !removed.contains(device.id)
    }

    private func noteSeen(_ index: Int) {
        let now = clock.now()
        guard now - devices[index].lastSeen >= 60 else { return }
        let id = devices[index].id
        devices[index].lastSeen = now
        // Not worth failing for: it is only shown.
        try? change { list in
            for index in list.indices where list[index].id == id { list[index].lastSeen = now }
        }
    }

    /// Changes the list as it stands in the file now.
    private func change(_ body: (inout [Device]) -> Void) throws(HTTPProblem) {
        do throws(RecordFileFailure) {
            let (list, found) = try file.locked { () throws(RecordFileFailure) in
                var list = try file.read()
                body(&list)
                try file.write(list)
                return (list, file.stamp())
            }
            take(list, found)
        } catch {
            throw .devicesNotKept
        }
    }

    private func take(_ list: [Device], _ found: FileStatus?) {
        let kept = Set(list.map(\.id))
        for device in devices where !kept.contains(device.id) { waiters.tell(device.id) }
        devices = list
        stamp = found
    }
}
