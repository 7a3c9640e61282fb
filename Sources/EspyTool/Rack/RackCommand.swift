import Espy

/// `espy rack`: photos of boxes in, tables out.
struct RackCommand {
    private let tool: Tool
    private let plan: RackPlan

    init(_ tool: Tool, _ invocation: Invocation) throws {
        self.tool = tool
        plan = try RackPlan(invocation, tool.surroundings)
    }

    func run() async throws -> Exit {
        var report = RackReport(plan: plan, console: tool.console)
        let board = ProgressBoard(plan, tool.console)
        let drawing = Task { await board.draw() }
        do {
            let work = RackRun(plan: plan, surroundings: tool.surroundings, board: board)
            try await work.run { try await report.add($0) }
            await stop(board, drawing)
        } catch {
            await stop(board, drawing)
            throw error
        }
        return try await report.finish()
    }

    private func stop(_ board: ProgressBoard, _ drawing: Task<Void, Never>) async {
        board.reports.finish()
        await drawing.value
        await tool.console.setBar("")
    }
}
