import Foundation

let usage = """
    usage: SearchBench fill FILE PHOTOS
           SearchBench run FILE [QUERIES]
           SearchBench rows PHOTOS
           SearchBench pairs HASHES
           SearchBench duplicates PHOTO...
           SearchBench tokens MERGES

    fill makes a gallery of invented photos in a new FILE. run searches in it, so many different queries of each kind,
    and prints a line of JSON for each kind: the milliseconds of each query when it is asked first, and again. rows
    prints what a worker would say of so many invented photos, for espy gallery import-photos s3://invented. pairs
    finds near hashes among so many, some of which are near. duplicates changes each PHOTO in several ways, and tells
    how many versions are still taken for the same shot, and how many different photos are. tokens cuts texts from
    standard input, an array in JSON, into the tokens of CLIP by its file MERGES.

    """

func fail(_ text: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data(text.utf8))
    exit(code)
}

let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.compactMap { Int($0) }
do {
    switch (arguments.first, arguments.count, numbers.count) {
    case ("fill", 3, 1): try await Filling(path: arguments[1]).run(count: numbers[0])
    case ("rows", 2, 1):
        var photos = InventedPhotos(hasMeaning: false)
        for _ in 0..<numbers[0] { print(photos.next()) }
    case ("run", 2...3, 0...1): try await Searching(path: arguments[1]).run(count: numbers.first ?? 200)
    case ("pairs", 2, 1): Pairing.run(count: numbers[0])
    case ("tokens", 2, _): try Tokens.run(arguments[1])
    case ("duplicates", 2..., _): try Versions.run(Array(arguments.dropFirst()))
    default: fail(usage, code: 64)
    }
} catch {
    fail("SearchBench: \(error)\n", code: 2)
}
