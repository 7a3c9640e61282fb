import Espy
import EspyApp
import EspyBase
import EspyPixels
import EspySystem

extension Flags {
    static let inventoryOrder = Flag(
        "order", value: FlagValue("ORDER", .choice(["auto"] + ShelfList.Order.allCases.map(\.rawValue))),
        help: """
            Expected order of the books: call-number (Dewey, Library of Congress, or sections such as FIC ROW), author \
            (last name, then title), list, or none. auto: by call number if most books have one, otherwise as in the \
            list or by author if the shelf roughly follows it.
            """)
    static let inventoryScope = Flag(
        "scope", value: FlagValue("SCOPE", .choice(["auto"] + Inventory.Scope.allCases.map(\.rawValue))),
        help: """
            Whether the photos show the whole list or part of it. For a part, books before the first and after the \
            last one seen do not count as missing. auto: whole unless the list is much longer than the shelf.
            """)
    static let inventoryAll = Flag("all", help: "Also list the books that are in place.")
    static let inventoryCSV = csv(help: "Write the table to FILE instead of standard output.")
}

extension Command {
    static let shelfInventory = Command(
        "shelf inventory", "check a bookshelf against a list of its books",
        details: [
            """
            LIST is a CSV or XLSX file with columns such as title, author, ISBN or call number, as exported by \
            Goodreads, LibraryThing, Libib, Koha or a spreadsheet, or the name of a list saved with “espy shelf \
            lists”. The photos, or a video, show the shelf from left to right and top to bottom, in the order given.
            """,
            """
            The spines are aligned with the whole list. Misplaced books are found in a second pass. Each book is \
            present, missing, misplaced, extra (not in the list, or once too often) or not-seen: a book is missing only \
            if the books beside its place were read and no unread spine may be it. A spine that could not be read is \
            unreadable, and has no title.
            """,
            """
            Standard output is CSV with the columns status, title, author, isbn, callNumber, after, file, row, \
            position, spine, confidence, text, reason and perhaps: one line per book that is not in its place, along \
            the shelf; after is the book that it belongs behind. If a book was not seen, reason is unread (perhaps \
            names the spines it may be), shared (it may be in one outline with another book), gap \
            (there is room for it) or edge (the photo ends there). --json writes one object with all books. The exit \
            code is 1 if anything differs.
            """,
        ],
        operands: Operands(
            "LIST PHOTO", count: 2...Int.max, kind: .file,
            help: "The list or its name, then photos, folders, videos, or - for a photo on standard input."),
        flags: [
            Flags.inventoryOrder, Flags.inventoryScope, Flags.inventoryAll, Flags.shelfPlace, Flags.json,
            Flags.inventoryCSV, Flags.output, Flags.quiet, Flags.verbose, Flags.help, Flags.helpAll,
        ],
        groups: [
            FlagGroup("Spines", [Flags.spineDetector, Flags.spineConfidence, Flags.textLanguage]),
            FlagGroup("Input", [Flags.encoding, Flags.videoRate]),
            FlagGroup("Running", [Flags.threads, Flags.history, Flags.progress, Flags.config]),
        ],
        examples: [
            Example("espy shelf inventory mine.csv shelf.jpg -v", "list the differences, with totals"),
            Example("espy shelf inventory koha.csv a.jpg b.jpg -o checked/", "check a long shelf, and mark the photos"),
            Example("espy shelf inventory mine.csv walk.mp4 --scope part", "check part of a list with a video"),
        ],
        listsExitCodes: true
    ) { try await InventoryCommand($0, hasList: true).run() }

    static let shelfOrder = Command(
        "shelf order", "check a library shelf by the call numbers on its labels",
        details: [
            """
            Reads the labels at the foot of the spines, and checks their order without any list: Dewey Decimal numbers, \
            Library of Congress numbers, and the sections and letters of school libraries (FIC ROW, E SEU). The photos, \
            or a video, show the shelves from left to right and top to bottom, in the order given. A board that does not \
            continue the one before it is checked by itself. Labels are read by the installed text models, not by \
            Tesseract.
            """,
            """
            A book is misplaced if it is one of the fewest that have to move so that all others are in order; after is \
            the call number that it belongs behind, empty for the first. A book without a label, or whose label could \
            not be read reliably, is unreadable. Standard output is CSV with the columns of “espy shelf inventory”, one \
            line per book that is not in order; --json writes one object with all books. The exit code is 1 if any book \
            is out of order or has no legible label.
            """,
        ],
        operands: Operands(
            "PHOTO", count: 1...Int.max, kind: .file,
            help: "Photos, folders, videos, or - for a photo on standard input."),
        flags: [
            Flags.inventoryAll, Flags.shelfPlace, Flags.json, Flags.inventoryCSV, Flags.output, Flags.quiet,
            Flags.verbose, Flags.help, Flags.helpAll,
        ],
        groups: [
            FlagGroup("Spines", [Flags.spineDetector, Flags.spineConfidence]),
            FlagGroup("Input", [Flags.videoRate]),
            FlagGroup("Running", [Flags.threads, Flags.history, Flags.progress, Flags.config]),
        ],
        examples: [
            Example("espy shelf order shelf.jpg -v", "list the books that are out of order, with totals"),
            Example("espy shelf order bay/*.jpg -o checked/", "check a bookcase, and mark the photos"),
        ],
        listsExitCodes: true
    ) { try await InventoryCommand($0, hasList: false).run() }
}

/// `espy shelf inventory` and `espy shelf order`: compares photos of shelves with a list of books, or with the order of
/// their call numbers.
private struct InventoryCommand {
    private let context: CommandContext
    private let settings: Settings
    /// Nil without a list.
    private let listFile: String?
    /// The output of the inventory.
    private let output: RunPlan
    /// How photos are read.
    private let reading: ShelfPlan

    init(_ context: CommandContext, hasList: Bool) throws {
        self.context = context
        var invocation = context.invocation
        listFile = hasList ? invocation.operands.removeFirst() : nil
        // Photos are read without output, which is for the whole inventory.
        output = try RunPlan(invocation, try Settings(invocation, context.process), context.process)
        for name in [Flags.output.name, Flags.inventoryCSV.name] { invocation.values[name] = nil }
        invocation.switches[Flags.json.name] = nil
        settings = try Settings(invocation, context.process)
        reading = try ShelfPlan(invocation, settings, context.process)
        if output.photo != nil, reading.run.inputs.contains(where: VideoSource.isVideo) {
            throw UsageError("-o works for photos only; leave it out for videos", command: invocation.command.name)
        }
        if output.photo != nil, invocation.operands.contains("-") {
            throw UsageError("-o reads photos twice; name a file instead of -", command: output.command)
        }
        if case .folder = output.csv {
            throw UsageError(
                "--csv needs the name of a file: there is one table for all photos", command: output.command)
        }
    }

    func run() async throws -> Exit {
        var list: ShelfList?
        if let listFile {
            do {
                let read = try ShelfList(
                    listed: try await listed(listFile), encoding: context.invocation.encoding)
                if !output.isQuiet { await context.console.report(read.notes, of: listFile) }
                list = read
            } catch {
                await context.console.error("\(printable(listFile)): \(Problem(any: error).message)")
                return .failed
            }
        }
        var report = InventoryReport(list: list, output: output, context: context)
        let isDone = try await ShelfRun(context: context, settings: settings, plan: reading).run {
            await report.add($0)
        }
        return isDone ? try await report.finish() : .failed
    }

    /// Reads the list from the file, or from the history if it is stored there under that name.
    private func listed(_ listFile: String) async throws -> [UInt8] {
        if !Files.exists(listFile), let csv = try await KeptLists(context.process).csv(listFile) { return csv }
        do throws(FileError) {
            return try Files.read(listFile, limit: Catalog.mostBytes)
        } catch {
            // The name of the list is printed with any error.
            throw Problem(error)
        }
    }
}

extension ShelfList {
    init(listed csv: [UInt8], encoding: TextEncoding? = nil) throws(Problem) {
        do throws(CatalogError) { try self.init(csv: csv, encoding: encoding) } catch { throw Problem(error) }
    }
}

/// Collects the shelves, takes the inventory, and prints the result.
private struct InventoryReport {
    /// Nil to check the order of call numbers.
    let list: ShelfList?
    let output: RunPlan
    let context: CommandContext
    private var read: [(input: PhotoInput, shelf: Shelf)] = []
    private var exit = Exit.complete

    init(list: ShelfList?, output: RunPlan, context: CommandContext) {
        (self.list, self.output, self.context) = (list, output, context)
    }

    mutating func add(_ outcome: ShelfOutcome) async {
        await PhotoReport(plan: output, console: context.console).explain(outcome)
        // A shelf without books is part of the result; an unreadable photo is not.
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
        var (list, inventory) = ShelfList.labels(on: read.map(\.shelf))
        if let expected = self.list {
            do throws(InventoryError) {
                inventory = try expected.inventory(of: read.map(\.shelf), order: order, scope: scope)
                list = expected
            } catch {
                await context.console.error(Problem(error).message)
                return .failed
            }
        }
        let answer = InventoryAnswer(
            inventory, of: list, pictures: read.map { (name: $0.input.name, shelf: $0.shelf) })
        try await report(answer)
        let drawn = try await draw(inventory, of: list)
        if inventory.basis == .labels {
            await summarizeOrder(inventory, list)
        } else {
            await summarize(inventory, list)
        }
        return exit.worse(drawn).worse(inventory.isRight ? .complete : .incomplete)
    }

    private var order: ShelfList.Order? { context.invocation.value(Flags.inventoryOrder).flatMap(ShelfList.Order.init) }
    private var scope: Inventory.Scope? { context.invocation.value(Flags.inventoryScope).flatMap(Inventory.Scope.init) }

    private func report(_ answer: InventoryAnswer) async throws {
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

    /// Draws the photos again, with the result of the inventory.
    private func draw(_ inventory: Inventory, of list: ShelfList) async throws -> Exit {
        guard let photo = output.photo else { return .complete }
        let annotator = InventoryAnnotator(inventory, of: list)
        var exit = Exit.complete
        for (picture, (input, shelf)) in read.enumerated() {
            try Task.checkCancellation()
            do {
                let image = try input.picture(context.process)
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

    /// Prints `36 present, 2 missing, 1 not-seen, 1 misplaced, 1 extra, 0 unreadable; in the order of the list, all of
    /// it`, and why books were not seen.
    private func summarize(_ inventory: Inventory, _ list: ShelfList) async {
        guard output.isTalkative(context.console) else { return }
        let counts = Inventory.Status.allCases.map { "\(inventory.count($0)) \($0.rawValue)" }.joined(separator: ", ")
        let order =
            switch inventory.order {
            case .callNumber: "in the order of call numbers"
            case .author: "in the order of authors"
            case .list: "in the order of the list"
            case .none: "without order"
            }
        let part = inventory.scope == .whole ? "" : "; \(inventory.unseen) books of the list are not in sight"
        await context.console.note("\(counts), \(order)\(part)")
        for finding in inventory.findings.filter({ $0.status == .notSeen }).prefix(Self.mostReasons) {
            guard let book = finding.book, let reason = finding.reason else { continue }
            await context.console.note("not seen: \(printable(list.name(of: book))): \(why(reason, finding.spines))")
        }
    }

    /// Prints `37 in order, 3 out of order, 1 without a legible label`, and where the books out of order belong.
    private func summarizeOrder(_ inventory: Inventory, _ list: ShelfList) async {
        let (present, misplaced) = (inventory.count(.present), inventory.count(.misplaced))
        if present + misplaced == 0, !output.isQuiet {
            await context.console.error(
                "no call number was read; labels need three or more spines with one, close enough to read")
        }
        guard output.isTalkative(context.console) else { return }
        await context.console.note(
            "\(present) in order, \(misplaced) out of order, \(inventory.count(.unreadable)) without a legible label")
        for finding in inventory.findings.filter({ $0.status == .misplaced }).prefix(Self.mostReasons) {
            guard let book = finding.book else { continue }
            let home = finding.after.map { "after \(printable(list.name(of: $0)))" } ?? "first"
            await context.console.note("out of order: \(printable(list.name(of: book))) belongs \(home)")
        }
    }

    /// Maximum number of books whose reason is printed; the table has them all.
    private static let mostReasons = 20

    private func why(_ reason: Inventory.Reason, _ spines: [Inventory.Spine]) -> String {
        switch reason {
        case .gap: "there is room for it between two spines"
        case .edge: "the photo ends there"
        case .shared:
            "perhaps in one outline with another book: spine \(spines.map { String($0.spine) }.joined(separator: " or "))"
        case .unread:
            spines.count == 1
                ? "perhaps the unread spine \(spines[0].spine)"
                : "one of \(spines.count) unread spines: \(spines.map { String($0.spine) }.joined(separator: ", "))"
        }
    }
}

extension Problem {
    init(_ error: InventoryError) {
        switch error {
        case .tooMuch(let spines, let books):
            self.init(
                "tooMuch",
                "\(spines) spines are too many for a list of \(books) books; give fewer photos, or part of the list"
            )
        }
    }
}
