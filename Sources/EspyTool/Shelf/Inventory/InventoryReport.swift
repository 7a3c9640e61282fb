import Espy
import EspyApp
import EspyHTTP
import EspyPixels
import EspySystem

/// Collects what was read, takes the inventory, and says what came out.
struct InventoryReport {
    let list: ShelfList
    let output: RunPlan
    let context: CommandContext
    private var read: [(input: PhotoInput, shelf: Shelf)] = []
    private var exit = Exit.complete

    init(list: ShelfList, output: RunPlan, context: CommandContext) {
        (self.list, self.output, self.context) = (list, output, context)
    }

    mutating func add(_ outcome: ShelfOutcome) async {
        await PhotoReport(plan: output, console: context.console).explain(outcome)
        // A shelf without a book is part of the answer; a photo that could not be tried is not.
        guard let shelf = outcome.value?.shelf else {
            exit = exit.worse(.failed)
            return
        }
        if outcome.unkept != nil || shelf.shown != nil { exit = exit.worse(.incomplete) }
        read.append((outcome.input, shelf))
        if shelf.spines.isEmpty, !output.isQuiet {
            await context.console.error("\(printable(outcome.input.name)): no spine was found")
        } else if shelf.spines.allSatisfy({ $0.reading == nil && $0.isbn == nil }) {
            await context.console.error("\(printable(outcome.input.name)): nothing was read; see espy doctor")
        }
    }

    func finish() async throws -> Exit {
        guard !read.isEmpty else { return exit }
        let inventory: Inventory
        do throws(InventoryError) {
            inventory = try list.inventory(of: read.map(\.shelf), order: order, scope: scope)
        } catch {
            await context.console.error(Problem(error).message)
            return .failed
        }
        let answer = InventoryAnswer(
            inventory, of: list, pictures: read.map { (name: $0.input.name, shelf: $0.shelf) })
        try await tell(answer)
        let drawn = try await draw(inventory)
        await summarize(inventory)
        return exit.worse(drawn).worse(inventory.isRight ? .complete : .incomplete)
    }

    private var order: ShelfList.Order? { context.invocation.value(Flags.inventoryOrder).flatMap(ShelfList.Order.init) }
    private var scope: Inventory.Scope? { context.invocation.value(Flags.inventoryScope).flatMap(Inventory.Scope.init) }

    private func tell(_ answer: InventoryAnswer) async throws {
        let table = answer.table(all: context.invocation.isOn(Flags.inventoryAll)).text()
        if case .file(let path) = output.csv {
            try AtomicFile.replace(path, with: Array(table.utf8))
            if output.isTalkative(context.console) { await context.console.note("\(printable(path)): written") }
        }
        if output.json {
            try await context.console.answer(try JSONText.line(answer))
        } else if output.csv == nil {
            try await context.console.answer(table)
        }
    }

    /// The photos once more, with what is known now.
    private func draw(_ inventory: Inventory) async throws -> Exit {
        guard let photo = output.photo else { return .complete }
        let annotator = InventoryAnnotator(inventory, of: list)
        var exit = Exit.complete
        for (picture, (input, shelf)) in read.enumerated() {
            try Task.checkCancellation()
            do {
                let image = try input.picture(context.surroundings)
                let path = try photo.write(annotator.annotate(shelf, picture: picture, on: image), stem: input.stem)
                if output.isTalkative(context.console) { await context.console.note("\(printable(path)): written") }
            } catch let problem as Problem {
                await context.console.error("\(printable(input.name)): \(problem.message)")
                exit = .failed
            } catch let error as WriteError {
                await context.console.error("\(printable(error.error.path)): \(error.error.text)")
                exit = .failed
            }
        }
        return exit
    }

    /// `36 present, 2 missing, 1 misplaced, 1 extra, 0 unreadable; in the order of the list, all of it`
    private func summarize(_ inventory: Inventory) async {
        guard output.isTalkative(context.console) else { return }
        let counts = Inventory.Status.allCases.map { "\(inventory.count($0)) \($0.rawValue)" }.joined(separator: ", ")
        let order =
            switch inventory.order {
            case .callNumber: "in the order of call numbers"
            case .list: "in the order of the list"
            case .none: "in no order"
            }
        let part = inventory.scope == .whole ? "" : "; \(inventory.unseen) books of the list are not in sight"
        await context.console.note("\(counts), \(order)\(part)")
    }
}

extension Problem {
    init(_ error: InventoryError) {
        switch error {
        case .tooMuch(let spines, let books):
            self.init(
                "tooMuch",
                "\(spines) spines are too many for a list of \(books) books at once; give fewer photos, or part of the list"
            )
        }
    }
}
