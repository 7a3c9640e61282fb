import EspySamples
import Foundation

let usage = """
    usage: RenderSamples committed FOLDER            the samples of the repository
           RenderSamples random SEED DIFFICULTY FILE one random box; easy, ordinary or hard
           RenderSamples trays FOLDER                the trays of the repository
           RenderSamples tray SEED FILE              one random tray
           RenderSamples series FOLDER [FIRST]       several photos each of several kinds of things on trays; others
                                                     from another FIRST number on
           RenderSamples shelves FOLDER              the bookshelves of the repository
           RenderSamples shelf SEED FILE             one random bookshelf
           RenderSamples close SEED FILE             a few books from near by, with other things beside them
           RenderSamples inventory FOLDER            a bookshelf of the repository with the list of its books
           RenderSamples inventory SEED FILE         a random bookshelf whose books are known
           RenderSamples labels FOLDER               a library shelf of the repository, with call numbers on labels
           RenderSamples labels SEED FILE            a random library shelf
           RenderSamples large FILE                  a full 9x9 box of 12 megapixels

    Writes JPEG files, each with a JSON file of the same name that says what is on it.

    """

func write(_ scene: SampleScene, to file: URL) throws {
    try Data(scene.jpeg()).write(to: file)
    let truth = file.deletingPathExtension().appendingPathExtension("json")
    try Data(SampleTruth(of: scene).json().utf8).write(to: truth)
}

func write(_ scene: TrayScene, to file: URL) throws {
    let (bytes, truth) = try scene.jpeg()
    try Data(bytes).write(to: file)
    try Data(truth.json().utf8).write(to: file.deletingPathExtension().appendingPathExtension("json"))
}

func write(_ scene: BookshelfScene, to file: URL) throws {
    let (bytes, truth) = try scene.jpeg()
    try Data(bytes).write(to: file)
    try Data(truth.json().utf8).write(to: file.deletingPathExtension().appendingPathExtension("json"))
}

func run(_ arguments: [String]) throws -> Bool {
    switch (arguments.first, arguments.count) {
    case ("committed", 2):
        let folder = URL(fileURLWithPath: arguments[1])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for sample in CommittedSample.all {
            try write(sample.scene, to: folder.appendingPathComponent(sample.name + ".jpg"))
        }
    case ("random", 4):
        guard let seed = UInt64(arguments[1]), let difficulty = SampleScene.Difficulty(rawValue: arguments[2])
        else { return false }
        try write(.random(seed: seed, difficulty: difficulty), to: URL(fileURLWithPath: arguments[3]))
    case ("trays", 2):
        let folder = URL(fileURLWithPath: arguments[1])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for tray in CommittedTray.all { try write(tray.scene, to: folder.appendingPathComponent(tray.name + ".jpg")) }
    case ("tray", 3):
        guard let seed = UInt64(arguments[1]) else { return false }
        try write(TrayScene.random(seed: seed), to: URL(fileURLWithPath: arguments[2]))
    case ("series", 2), ("series", 3):
        guard let first = arguments.count == 3 ? Int(arguments[2]) : 0, first >= 0 else { return false }
        let folder = URL(fileURLWithPath: arguments[1])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for kind in first..<first + TrayScene.seriesKinds {
            for photo in 0..<TrayScene.seriesLength {
                let file = folder.appendingPathComponent("kind-\(kind)-\(photo).jpg")
                try write(TrayScene.series(kind: kind, photo: photo), to: file)
            }
        }
    case ("shelves", 2):
        let folder = URL(fileURLWithPath: arguments[1])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for shelf in CommittedBookshelf.all {
            try write(shelf.scene, to: folder.appendingPathComponent(shelf.name + ".jpg"))
        }
    case ("shelf", 3):
        guard let seed = UInt64(arguments[1]) else { return false }
        try write(BookshelfScene.random(seed: seed), to: URL(fileURLWithPath: arguments[2]))
    case ("close", 3):
        guard let seed = UInt64(arguments[1]) else { return false }
        try write(BookshelfScene.close(seed: seed), to: URL(fileURLWithPath: arguments[2]))
    case ("inventory", 2):
        let folder = URL(fileURLWithPath: arguments[1])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(ListedShelf.committed.scene, to: folder.appendingPathComponent("shelf.jpg"))
        try Data(ListedShelf.committed.csv.utf8).write(to: folder.appendingPathComponent("list.csv"))
    case ("labels", 2):
        let folder = URL(fileURLWithPath: arguments[1])
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(LabeledShelf.committed.scene, to: folder.appendingPathComponent("shelf.jpg"))
    case ("labels", 3):
        guard let seed = UInt64(arguments[1]) else { return false }
        try write(LabeledShelf(seed: seed).scene, to: URL(fileURLWithPath: arguments[2]))
    case ("inventory", 3):
        guard let seed = UInt64(arguments[1]) else { return false }
        try write(ListedShelf(seed: seed).scene, to: URL(fileURLWithPath: arguments[2]))
    case ("large", 2):
        try write(.large, to: URL(fileURLWithPath: arguments[1]))
    default: return false
    }
    return true
}

guard try run(Array(CommandLine.arguments.dropFirst())) else {
    FileHandle.standardError.write(Data(usage.utf8))
    exit(64)
}
