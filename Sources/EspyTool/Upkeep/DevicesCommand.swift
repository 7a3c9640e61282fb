import EspyApp
import EspyServer
import EspySystem

extension Command {
    static let devices = Command(
        "devices", "list or revoke paired devices",
        details: [
            """
            Phones and computers paired with “espy serve --lan” stay paired for 180 days. Revoking a device takes \
            effect immediately, even while the server runs.
            """,
            """
            An ID is shown by “espy devices list”. You can shorten it to any unique beginning of at least 4 \
            characters.
            """,
        ],
        actions: [
            Action("list", says: "List devices: ID, when last seen, and name."),
            Action("revoke", "ID", count: 1...Int.max, says: "Revoke devices. They can be paired again."),
        ],
        needsAction: false,
        flags: [Flags.jsonReport, Flags.quiet, Flags.help],
        examples: [
            Example("espy devices", "list paired devices"),
            Example("espy devices revoke 3f2a", "revoke a lost phone"),
        ]
    ) { try await DevicesCommand(context: $0).run() }
}

/// `espy devices`: lists and revokes paired devices.
private struct DevicesCommand {
    let context: CommandContext

    func run() async throws -> Exit {
        let clock = ServerClock.running(now: context.process.now)
        let book = try DeviceStore.open(context.process, clock: clock)
        return context.invocation.action == "revoke" ? try await revoke(in: book) : try await list(book)
    }

    private struct Row: Encodable {
        let id: String
        let name: String
        let created: Int
        let lastSeen: Int
    }

    private func list(_ book: DeviceStore) async throws -> Exit {
        let devices = await book.all()
        if context.invocation.isOn(Flags.jsonReport) {
            let lines = try devices.map {
                try JSONText.line(Row(id: $0.id, name: $0.name, created: $0.created, lastSeen: $0.lastSeen))
            }
            return try await context.answer(lines.joined())
        }
        if devices.isEmpty { await context.note("no device is paired; see espy serve --lan") }
        let lines = devices.map { "\($0.id)  \(Timestamp.minute($0.lastSeen))  \(printable($0.name))\n" }
        return try await context.answer(lines.joined())
    }

    /// Revokes all named devices, or none if a name is ambiguous.
    private func revoke(in book: DeviceStore) async throws -> Exit {
        let ids = ShortID(command: "devices", one: "device", several: "devices")
        let devices = await book.all()
        for device in try context.invocation.operands.map({ try ids.find($0, among: devices, by: \.id) }) {
            _ = try await book.remove(device.id)
            await context.note("revoked \(device.id) (\(printable(device.name)))")
        }
        return .complete
    }
}

extension DeviceStore {
    /// Opens the list of paired devices.
    static func open(_ process: ProcessEnvironment, clock: ServerClock) throws(Problem) -> DeviceStore {
        do throws(RecordFileError) {
            return try DeviceStore(
                path: Path.join(Folders(process.environment).data, "devices.json"), clock: clock)
        } catch {
            throw Problem(error)
        }
    }
}
