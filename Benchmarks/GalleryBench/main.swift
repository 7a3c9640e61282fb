import Foundation

let usage = """
    usage: GalleryBench make FOLDER COUNT          a library of photos: drawn scenes, cut, turned and colored anew
           GalleryBench index FILE [JOBS] FOLDER…  indexes them into a gallery, prints what was done
           GalleryBench list FILE                  all that the gallery has of each file, one line each

    index analyzes by rules that give the same result each time: its tags mean nothing. The tests kill it at the worst
    moment.

    """

func fail(_ text: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data(text.utf8))
    exit(code)
}

/// Reaches the reader immediately, even if this process is killed.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else { fail(usage, code: 64) }
do {
    switch (arguments[0], arguments.count) {
    case ("make", 3):
        guard let count = Int(arguments[2]), count > 0 else { fail(usage, code: 64) }
        try await LibraryMaker(folder: arguments[1]).run(count: count)
    case ("index", 2...):
        let jobs = arguments.count > 2 ? Int(arguments[2]) : nil
        try await Indexing(path: arguments[1]).run(
            jobs: jobs ?? 2, folders: Array(arguments.dropFirst(jobs == nil ? 2 : 3)))
    case ("list", 2): try await GalleryListing(path: arguments[1]).run()
    default: fail(usage, code: 64)
    }
} catch {
    fail("GalleryBench: \(error)\n", code: 2)
}
