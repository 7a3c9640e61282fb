import Espy
import EspyApp
import EspySystem

/// The validated common arguments of a photo command, before any photo is opened.
///
/// The common options of all photo commands: inputs, batches, progress, tables and files.
struct RunPlan: Sendable {
    let command: String
    private(set) var inputs: [PhotoInput]
    /// Whether there are several operands, a folder or all pages, so that output names the photo of each line.
    let isSeveral: Bool
    /// Whether pages other than the first can be selected.
    let takesPages: Bool
    let json: Bool
    /// The destination of the table; nil if not requested.
    let csv: OutputTarget?
    /// The destination of the annotated photo.
    let photo: OutputTarget?
    /// The folder for the JSON of each photo; nil for standard output.
    let results: ResultFolder?
    /// The number of photos that already had results.
    let done: Int
    /// As specified; 0 for the command's default.
    let threads: Int
    /// For decoding, in bytes.
    let memory: Int
    let isQuiet: Bool
    let isVerbose: Bool
    let progress: String

    init(_ invocation: Invocation, _ settings: Settings, _ process: ProcessEnvironment) throws(UsageError) {
        command = invocation.command.name
        takesPages = invocation.command.flags.contains { $0.name == Flags.page.name }
        let list = try InputList(invocation, process)
        let choice = invocation.value(Flags.page).flatMap(PageChoice.init)
        if case .all? = choice { isSeveral = true } else { isSeveral = list.isSeveral }
        results = try Self.results(invocation, settings)
        let all = choice?.pages(of: list.inputs, process) ?? list.inputs
        inputs = results?.missing(of: all) ?? all
        done = all.count - inputs.count
        threads = Int(settings.text(.threads)) ?? 0
        memory = process.environment.decodingMemory
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

    /// The same plan for some of the inputs.
    func limited(to inputs: [PhotoInput]) -> RunPlan {
        var plan = self
        plan.inputs = inputs
        return plan
    }

    /// Whether to print more than errors.
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

/// Flags of all photo commands.
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

    /// The destination of the table. Each command describes its contents.
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

/// The input photos of a command: its operands, those of a list, or one share of these.
private struct InputList {
    let inputs: [PhotoInput]
    /// Whether there are several operands, a folder or a list, so that output names the photo of each line.
    let isSeveral: Bool

    /// Maximum size of a list in bytes, for about ten million names.
    private static let longestList = 1 << 30

    init(_ invocation: Invocation, _ process: ProcessEnvironment) throws(UsageError) {
        let list = invocation.value(Flags.filesFrom)
        let operands = invocation.operands
        guard (operands + [list ?? ""]).count(where: { $0 == "-" }) < 2 else {
            throw UsageError("standard input can only be read once; name - once", command: invocation.command.name)
        }
        var names = operands
        if let list { names += try Self.names(in: list, isNull: invocation.isOn(Flags.null), process) }
        isSeveral = list != nil || operands.count > 1 || operands.contains(where: Files.isFolder)
        let all = PhotoInput.expand(names)
        inputs = invocation.value(Flags.shard).flatMap(Shard.init)?.share(of: all) ?? all
    }

    /// One name per line, or separated by zero bytes as in `find -print0`.
    private static func names(
        in path: String, isNull: Bool, _ process: ProcessEnvironment
    ) throws(UsageError) -> [String] {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes =
                path == "-"
                ? try process.input.readAll(limit: longestList, name: "-")
                : try Files.read(path, limit: longestList)
        } catch {
            throw UsageError("--files-from \(printable(path)): \(error.text)")
        }
        return bytes.split(separator: isNull ? 0 : 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// One of several equal shares of a list: `2/8` has every eighth name, starting with the second.
package struct Shard: Equatable {
    package let index: Int
    package let count: Int

    /// - Parameter text: From `1/N` to `N/N`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1], (1...1_000_000).contains(count),
            (1...count).contains(index)
        else { return nil }
        (self.index, self.count) = (index, count)
    }

    package func share<Item>(of all: [Item]) -> [Item] {
        stride(from: index - 1, to: all.count, by: count).map { all[$0] }
    }
}

/// Flags for selecting photos.
extension Flags {
    static let filesFrom = Flag(
        "files-from", value: FlagValue("LIST", .file),
        help: "Also read the photos and folders listed in LIST, one per line; - reads the list from standard input.")
    package static let null = Flag(
        "null", short: "0", help: "Names in LIST end with a zero byte, as written by find -print0.")
    package static let shard = Flag(
        "shard",
        value: FlagValue(
            "I/N", .text(expected: "a share such as 1/8 or 8/8", hints: ["1/2", "2/2"], check: { Shard($0) != nil })),
        help: """
            Process only share I of N, to split the same list over N machines: every Nth photo, starting at the Ith.
            """)
    package static let results = Flag(
        "results", value: FlagValue("FOLDER", .path),
        help: """
            Write the JSON of each photo to its own file in FOLDER instead of standard output. Photos that already \
            have a result from the same file, options and version are skipped, so an interrupted run can continue; \
            failed photos are tried again.
            """)

    /// In the order of the help.
    static let inputLists = [filesFrom, null, shard, results]
}

/// Selects pictures of files with several.
private enum PageChoice {
    case one(Int)
    case all

    /// - Parameter text: A number from 1, or `all`.
    init?(_ text: String) {
        if text == "all" {
            self = .all
        } else if let number = Int(text), (1...1_000_000).contains(number) {
            self = .one(number)
        } else {
            return nil
        }
    }

    /// Expands inputs to their pages. Inputs that cannot be read stay as they are; the work reports the error.
    func pages(of inputs: [PhotoInput], _ process: ProcessEnvironment) -> [PhotoInput] {
        inputs.flatMap { input -> [PhotoInput] in
            switch self {
            case .one(let number): return [.page(number, of: input)]
            case .all:
                let input = input.kept(process)
                let count = input.pageCount()
                return count > 1 ? (1...count).map { .page($0, of: input) } : [input]
            }
        }
    }
}

extension PhotoInput {
    /// Reads standard input, which can be read only once.
    fileprivate func kept(_ process: ProcessEnvironment) -> PhotoInput {
        guard case .standardInput = self else { return self }
        let bytes = try? process.input.readAll(limit: Files.inputLimit, name: "-")
        return .bytes(bytes ?? [], name: "-")
    }

    /// The number of pages; 1 if unknown.
    fileprivate func pageCount() -> Int {
        switch self {
        case .file(let path):
            let decoder = ImageDecoder()
            if let start = try? Files.start(of: path, bytes: 256 << 10), let info = decoder.info(ofStart: start) {
                return info.pages
            }
            return (try? Files.read(path)).flatMap { try? decoder.info(of: $0).pages } ?? 1
        case .bytes(let bytes, _): return (try? ImageDecoder().info(of: bytes).pages) ?? 1
        case .standardInput, .unusable, .bareFolder, .page: return 1
        }
    }
}

extension Flags {
    package static let page = Flag(
        "page",
        value: FlagValue(
            "N",
            .text(expected: "a page number, or all", hints: ["1", "2", "all"], check: { PageChoice($0) != nil })),
        help: """
            Page to read from a file with several, such as a scan, counting from 1. all reads each page as its own \
            photo, called FILE page N. By default the first page is read, and a note mentions the others. Animation \
            frames are not pages.
            """)
}

extension PictureSource {
    /// Notes about the origin of a picture, one line each.
    ///
    /// - Parameters:
    ///   - isChosen: Whether the user selected this page.
    ///   - canChoose: Whether the user could select one.
    package func notes(isChosen: Bool = false, canChoose: Bool = true) -> [String] {
        var notes: [String] = []
        if pages > 1, !isChosen {
            let others = canChoose ? "; use --page for the others" : ""
            notes.append("the file has \(pages) pages; only page \(page) was read\(others)")
        }
        if frames > 1 { notes.append("an animation of \(frames) frames; only the first was read") }
        if let damage { notes.append("warning: \(damage.text)") }
        return notes
    }
}
