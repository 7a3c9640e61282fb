/// `espy doctor`: what this machine has and lacks.
struct DoctorCommand {
    let tool: Tool
    let invocation: Invocation

    func run() async throws -> Exit {
        let checks = Checkup(tool.surroundings).run()
        if invocation.isOn(Flags.json) {
            _ = try await tool.answer(try JSONText.line(checks))
        } else {
            let width = (checks.map(\.name.count).max() ?? 0) + 2
            let lines = checks.map { check in
                let line = (check.isFine ? "ok    " : "MISS  ") + check.name.padded(to: width) + printable(check.found)
                return check.remedy.map { "\(line)\n      \(printable($0))" } ?? line
            }
            _ = try await tool.answer(lines.joined(separator: "\n") + "\n")
        }
        return checks.allSatisfy(\.isFine) ? .complete : .incomplete
    }
}
