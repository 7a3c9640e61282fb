import Foundation

let usage = """
    usage: HistoryBench fill FILE COUNTS DETECTIONS
           HistoryBench list FILE
           HistoryBench keep FILE PHOTO...
           HistoryBench save FILE [TIMES]
           HistoryBench hold|own FILE SECONDS

    fill adds counts with so many detections each, list times a list with pictures, in a history of its own.
    keep adds a hundred results of such photos without and with copies of them, and says how large the file is.
    save adds results and prints the ID of each once it is kept, for ever or so many times. hold keeps others
    from writing, own from reading, too. The tests end them at the worst moment.

    """

func fail(_ text: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data(text.utf8))
    exit(code)
}

/// Reaches the reader immediately, even if this process is killed.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else { fail(usage, code: 64) }
let numbers = arguments.dropFirst(2).compactMap { Int($0) }
do {
    switch (arguments[0], numbers.count) {
    case ("fill", 2): try await Filling(path: arguments[1]).run(counts: numbers[0], detections: numbers[1])
    case ("list", 0): try await Listing(path: arguments[1]).run()
    case ("keep", 0) where arguments.count > 2:
        try await Keeping(path: arguments[1]).run(photos: Array(arguments.dropFirst(2)))
    case ("save", 0...1): try await Saving(path: arguments[1]).run(times: numbers.first ?? .max)
    case ("hold", 1): try Holding(path: arguments[1], isAlone: false).run(seconds: numbers[0])
    case ("own", 1): try Holding(path: arguments[1], isAlone: true).run(seconds: numbers[0])
    default: fail(usage, code: 64)
    }
} catch {
    fail("HistoryBench: \(error)\n", code: 2)
}
