import EspyApp
import EspySystem

/// What all commands that take photos share: inputs, batches, progress, tables and files.
///
/// What every command that takes photos was asked to do, checked before any photo is opened.
struct RunPlan: Sendable {
    let command: String
    private(set) var inputs: [PhotoInput]
    /// Several operands, a folder or all pages: then the answer says which photo a line belongs to.
    let isSeveral: Bool
    /// Whether other pages than the first can be asked for.
    let takesPages: Bool
    let json: Bool
    /// Where the table goes; nil when none was asked for.
    let csv: OutputTarget?
    /// Where the annotated photo goes.
    let photo: OutputTarget?
    /// Where the JSON of each photo goes; nil for standard output.
    let results: ResultFolder?
    /// How many photos already had results.
    let done: Int
    /// As given; 0 for what the command thinks best.
    let threads: Int
    /// For decoding, in bytes.
    let memory: Int
    let isQuiet: Bool
    let isVerbose: Bool
    let progress: String

    init(_ invocation: Invocation, _ settings: Settings, _ surroundings: Surroundings) throws(UsageError) {
        command = invocation.command.name
        takesPages = invocation.command.flags.contains { $0.name == Flags.page.name }
        let list = try InputList(invocation, surroundings)
        let choice = invocation.value(Flags.page).flatMap(PageChoice.init)
        if case .all? = choice { isSeveral = true } else { isSeveral = list.isSeveral }
        results = try Self.results(invocation, settings)
        let all = choice?.pages(of: list.inputs, surroundings) ?? list.inputs
        inputs = results?.missing(of: all) ?? all
        done = all.count - inputs.count
        threads = Int(settings.text(.threads)) ?? 0
        memory = surroundings.environment.decodingMemory
        progress = settings.text(.progress)
        json = invocation.isOn(Flags.json)
        isQuiet = invocation.isOn(Flags.quiet)
        isVerbose = invocation.isOn(Flags.verbose)
        csv = try OutputTarget(invocation.value(named: "csv"), for: command)
        photo = try OutputTarget(invocation.value(named: "output"), for: command)
        try checkPhoto()
        try checkOverwriting()
    }

    private static func results(
        _ invocation: Invocation, _ settings: Settings
    ) throws(UsageError) -> ResultFolder? {
        guard let path = invocation.value(Flags.results) else { return nil }
        do throws(FileError) {
            return try ResultFolder(
                path, command: invocation.command.name, options: settings.resultOptions(of: invocation))
        } catch {
            throw UsageError("--results \(printable(path)): \(error.text)", command: invocation.command.name)
        }
    }

    /// The same for some of the inputs.
    func limited(to inputs: [PhotoInput]) -> RunPlan {
        var plan = self
        plan.inputs = inputs
        return plan
    }

    /// Whether people want to hear more than errors.
    func isTalkative(_ console: Console) -> Bool { !isQuiet && (isVerbose || console.isTerminal) }

    private func checkPhoto() throws(UsageError) {
        guard case .file(let path) = photo else { return }
        guard PhotoFormat(path) != nil else {
            throw UsageError("-o \(quoted(path)): the name must end in .jpg, .jpeg or .png", command: command)
        }
        guard !isSeveral else {
            throw UsageError("-o \(quoted(path)): several inputs need a folder, as in -o checked/", command: command)
        }
    }

    private func checkOverwriting() throws(UsageError) {
        for input in inputs.compactMap(\.path) {
            for case .file(let output)? in [csv, photo] where Files.same(input, output) {
                throw UsageError("\(quoted(output)) is an input file; choose another name")
            }
        }
        if case .file(let table)? = csv, case .file(let picture)? = photo, table == picture {
            throw UsageError("-o and --csv name the same file; choose two", command: command)
        }
    }
}

/// Flags of all commands that take photos.
extension Flags {
    package static let json = Flag(
        "json", help: "Write JSON Lines: one object per input, with the whole result.")
    package static let verbose = Flag(
        "verbose", short: "v", help: "Print a summary of each input and each file written, even without a terminal.")
    package static let output = Flag(
        "output", short: "o", value: FlagValue("FILE", .path),
        help: """
            Write the photo with outlines and labels to FILE, as JPEG or PNG by its extension. A folder gets \
            NAME.annotated.jpg for each input; several inputs need a folder.
            """)

    /// Where the table goes. What is in it, each command says itself.
    static func csv(_ placeholder: String = "FILE", help: String) -> Flag {
        Flag("csv", value: FlagValue(placeholder, .path), help: help)
    }
}

extension Operands {
    /// Photos and folders of them.
    static let photos = photos("FILE")

    static func photos(_ placeholder: String) -> Operands {
        Operands(
            placeholder, count: 1...Int.max, kind: .file, substitute: Flags.filesFrom.name,
            help: "A photo (JPEG, PNG, HEIC, AVIF, WebP or TIFF), a folder of photos, or - for standard input.")
    }
}
