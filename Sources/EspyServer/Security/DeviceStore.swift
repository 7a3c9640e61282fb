package import EspyHTTP
package import EspySystem

/// The paired devices. Changes by another process are noticed at the next request.
package actor DeviceStore {
    /// Maximum number of devices: enough for several people's phones, and few enough to read the list.
    package static let most = 100

    private let file: RecordFile<Device>
    private let clock: ServerClock
    private let random: RandomSource
    private var devices: [Device]
    private var stamp: FileStatus?
    /// Revoked devices, even if the file could not be written.
    private var removed: Set<String> = []
    private var waiters = RemovalWaiters()

    /// - Throws: ``RecordFileError`` if the file cannot be read or is invalid.
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

    /// The paired devices, the newest first.
    package func all() -> [Device] {
        refresh()
        return devices.filter(isValid).reversed()
    }

    /// - Returns: The device with this token, if it is paired.
    package func device(token: String) -> Device? {
        refresh()
        let hash = SHA256.hex(of: Array(token.utf8))
        guard let index = devices.firstIndex(where: { $0.tokenHash == hash && isValid($0) }) else { return nil }
        noteSeen(index)
        return devices[index]
    }

    /// Pairs a device.
    ///
    /// - Parameter old: The previous identifier of the same device, which becomes invalid.
    /// - Returns: The device and its token, which cannot be retrieved later.
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

    /// Revokes a device immediately.
    ///
    /// - Returns: Whether it existed.
    package func remove(_ id: String) throws(HTTPProblem) -> Bool {
        refresh()
        guard devices.contains(where: { $0.id == id && isValid($0) }) else { return false }
        removed.insert(id)
        waiters.notify(id)
        try change { $0.removeAll { $0.id == id } }
        return true
    }

    /// Returns when the device is revoked, or the task is cancelled.
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

    /// Reloads the file if another process has changed it. A damaged file is ignored.
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
        // Not worth failing for, because it is only displayed.
        try? change { list in
            for index in list.indices where list[index].id == id { list[index].lastSeen = now }
        }
    }

    /// Changes the current list in the file.
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
        for device in devices where !kept.contains(device.id) { waiters.notify(device.id) }
        devices = list
        stamp = found
    }
}

extension DeviceStore {
    /// How often the file is checked while a response is streaming, in case another process revokes the device.
    private static let glance = Duration.seconds(2)

    /// Forwards events until the device is revoked.
    package nonisolated func whilePaired(_ id: String, _ events: AsyncStream<ServerEvent>) -> AsyncStream<ServerEvent> {
        // Old progress may be dropped if the client is slow; the end is the newest and stays.
        AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
            let task = Task {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { for await event in events { continuation.yield(event) } }
                    group.addTask { await self.leaving(of: id) }
                    group.addTask { await self.watchFile() }
                    await group.next()
                    group.cancelAll()
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func watchFile() async {
        while (try? await Task.sleep(for: Self.glance)) != nil { refresh() }
    }
}

/// The tasks that wait for a device to be revoked.
private struct RemovalWaiters {
    private var waiting: [Int: (id: String, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var last = 0

    mutating func nextNumber() -> Int {
        last += 1
        return last
    }

    mutating func add(_ number: Int, _ id: String, _ continuation: CheckedContinuation<Void, Never>) {
        waiting[number] = (id, continuation)
    }

    mutating func notify(_ id: String) {
        for (number, entry) in waiting where entry.id == id {
            waiting[number] = nil
            entry.continuation.resume()
        }
    }

    mutating func forget(_ number: Int) {
        waiting.removeValue(forKey: number)?.continuation.resume()
    }
}

/// A paired phone or computer.
package struct Device: Sendable, Equatable, Codable, Identifiable {
    package let id: String
    /// For display. Without control characters, and at most ``DeviceName/longest`` characters.
    package let name: String
    /// Seconds since 1970.
    package let created: Int
    /// Seconds since 1970, at most a minute old while it is in use.
    package internal(set) var lastSeen: Int
    /// The SHA-256 of its token in hexadecimal digits. The token cannot be derived from it.
    let tokenHash: String

    /// How long a device stays paired, in seconds: 180 days.
    package static let lifetime = 180 * 24 * 3600
}

/// The name of a device in the list: given by the user, or derived from the browser.
package enum DeviceName {
    /// In characters.
    package static let longest = 64

    /// - Parameters:
    ///   - given: By the user who paired it, or by the page.
    ///   - userAgent: The browser's `User-Agent`.
    package static func name(given: String?, userAgent: String?) -> String {
        let given = given.map(cleaned) ?? ""
        return given.isEmpty ? words(for: userAgent ?? "") : given
    }

    /// Returns one line that cannot manipulate a terminal or hide the text after it.
    private static func cleaned(_ text: String) -> String {
        // Truncate first: a body of a kilobyte can contain one character with hundreds of combining marks.
        let scalars = text.unicodeScalars.prefix(4 * longest).map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: " "
            default: Character(scalar)
            }
        }
        let words = String(String.UnicodeScalarView(scalars.flatMap(\.unicodeScalars))).split(separator: " ")
        return String(words.joined(separator: " ").prefix(longest))
    }

    /// `Android phone, Chrome`
    private static func words(for userAgent: String) -> String {
        let known = [kind(userAgent), browser(userAgent)].compactMap(\.self)
        return known.isEmpty ? "unnamed device" : known.joined(separator: ", ")
    }

    private static func kind(_ agent: String) -> String? {
        if agent.contains("Android") { return agent.contains("Mobile") ? "Android phone" : "Android tablet" }
        return kinds.first { agent.contains($0.mark) }?.word
    }

    private static func browser(_ agent: String) -> String? { browsers.first { agent.contains($0.mark) }?.word }

    /// The first match wins.
    private static let kinds: [(mark: String, word: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "Chromebook"), ("Windows", "Windows computer"),
        ("Macintosh", "Mac"), ("Linux", "Linux computer"),
    ]

    /// The first match wins: most browsers also call themselves Chrome and Safari.
    private static let browsers: [(mark: String, word: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"), ("curl/", "curl"),
    ]
}
