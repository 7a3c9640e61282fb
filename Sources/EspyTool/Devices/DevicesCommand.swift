import EspyServer

/// `espy devices`: who was paired, and putting them out.
struct DevicesCommand {
    let tool: Tool
    let invocation: Invocation

    func run() async throws -> Exit {
        do {
            let clock = ServerClock.running(now: tool.surroundings.now)
            let book = try DeviceBook.open(tool.surroundings, clock: clock, making: false)
            return invocation.action == "revoke" ? try await revoke(in: book) : try await list(book)
        } catch let problem as Problem {
            await tool.console.error(problem.message)
        } catch let problem as EspyServer.Problem {
            await tool.console.error("\(problem.title) \(problem.detail ?? "")")
        }
        return .failed
    }

    private struct Row: Encodable {
        let id: String
        let name: String
        let created: Int
        let lastSeen: Int
    }

    private func list(_ book: DeviceBook) async throws -> Exit {
        let devices = await book.all()
        if invocation.isOn(Flags.jsonReport) {
            let lines = try devices.map {
                try JSONText.line(Row(id: $0.id, name: $0.name, created: $0.created, lastSeen: $0.lastSeen))
            }
            return try await tool.answer(lines.joined())
        }
        if devices.isEmpty { await note("no device is paired; see espy serve --lan") }
        let lines = devices.map { "\($0.id)  \(Timestamp.minute($0.lastSeen))  \(printable($0.name))\n" }
        return try await tool.answer(lines.joined())
    }

    /// All of them, or none when one is not clear.
    private func revoke(in book: DeviceBook) async throws -> Exit {
        let devices = await book.all()
        for device in try invocation.operands.map({ try Self.device($0, among: devices) }) {
            _ = try await book.remove(device.id)
            await note("put out \(device.id) (\(printable(device.name)))")
        }
        return .complete
    }

    private static func device(_ id: String, among devices: [Device]) throws -> Device {
        guard id.count >= shortestID else {
            throw UsageError("\(quoted(id)): an ID needs at least \(shortestID) characters", command: "devices")
        }
        let found = devices.filter { $0.id.hasPrefix(id) }
        guard let device = found.first else {
            throw Problem("notFound", "no device \(quoted(id)); “espy devices” shows all")
        }
        guard found.count == 1 else {
            throw Problem("ambiguous", "several devices begin with \(quoted(id)); give more of it")
        }
        return device
    }

    private func note(_ text: String) async {
        if !invocation.isOn(Flags.quiet) { await tool.console.note(text) }
    }

    private static let shortestID = 4
}
