import Espy

/// What `espy rack` was asked to do, checked before any photo is opened.
struct RackPlan: Sendable {
    /// Where a result goes.
    enum Target: Sendable, Equatable {
        case file(String)
        case folder(String)
    }

    let inputs: [RackInput]
    /// Several operands or a folder: then the table says which photo a line belongs to.
    let isSeveral: Bool
    let options: RackOptions
    let raw: Bool
    let json: Bool
    let csv: Target?
    let photo: Target?
    let threads: Int
    let history: HistoryKeeper
    let isQuiet: Bool
    let isVerbose: Bool
    let progress: String

    init(_ invocation: Invocation, _ surroundings: Surroundings) throws {
        let settings = try Settings(invocation, surroundings)
        history = HistoryKeeper(settings, surroundings)
        let operands = invocation.operands
        guard operands.count(where: { $0 == "-" }) < 2 else {
            throw UsageError("standard input can only be read once; name - once", command: "rack")
        }
        isSeveral = operands.count > 1 || operands.contains(where: Files.isFolder)
        inputs = RackInput.expand(operands)
        options = RackOptions(grid: RackGrid(parsing: settings.text(Flags.grid)) ?? .automatic)
        raw = settings.isOn(Flags.raw)
        let chosen = Int(settings.text(Flags.threads)) ?? 0
        threads = chosen > 0 ? chosen : Machine.processors
        progress = settings.text(Flags.progress)
        json = invocation.isOn(Flags.json)
        isQuiet = invocation.isOn(Flags.quiet)
        isVerbose = invocation.isOn(Flags.verbose)
        csv = try invocation.value(Flags.csv).map(Self.target)
        photo = try invocation.value(Flags.output).map(Self.target)
        try checkPhoto()
        try checkOverwriting()
    }

    private static func target(_ path: String) throws(UsageError) -> Target {
        guard path != "-" else {
            throw UsageError("-o and --csv need the name of a file or a folder, not -", command: "rack")
        }
        return path.hasSuffix("/") || Files.isFolder(path) ? .folder(path) : .file(path)
    }

    private func checkPhoto() throws(UsageError) {
        guard case .file(let path) = photo else { return }
        guard PhotoFormat(path) != nil else {
            throw UsageError("-o \(quoted(path)): the name must end in .jpg, .jpeg or .png", command: "rack")
        }
        guard !isSeveral else {
            throw UsageError("-o \(quoted(path)): several inputs need a folder, as in -o checked/", command: "rack")
        }
    }

    private func checkOverwriting() throws(UsageError) {
        for case .file(let input) in inputs {
            for case .file(let output)? in [csv, photo] where Files.same(input, output) {
                throw UsageError("\(quoted(output)) is an input and would be replaced; choose another name")
            }
        }
        if case .file(let table)? = csv, case .file(let picture)? = photo, table == picture {
            throw UsageError("-o and --csv name the same file; choose two", command: "rack")
        }
    }
}

/// How the annotated photo is stored.
enum PhotoFormat {
    case jpeg
    case png

    init?(_ path: String) {
        switch Path.fileExtension(of: path) {
        case "jpg", "jpeg": self = .jpeg
        case "png": self = .png
        default: return nil
        }
    }
}
