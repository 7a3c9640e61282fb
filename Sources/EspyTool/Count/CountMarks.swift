import Espy
import EspyApp
import EspySystem

/// Flags of `espy count` for files that other programs take and give.
extension Flags {
    package static let coco = Flag(
        "coco", value: FlagValue("FILE", .path),
        help: "Write the boxes of all photos to FILE as COCO, with the photo names as given.")
    package static let yolo = Flag(
        "yolo", value: FlagValue("FOLDER", .path),
        help: "Write YOLO labels for each photo, NAME.txt, and classes.txt to FOLDER.")
    package static let labelme = Flag(
        "labelme", value: FlagValue("FOLDER", .path),
        help: "Write a LabelMe file for each photo, NAME.json, to FOLDER. Open it next to the photos.")
    package static let imagej = Flag(
        "imagej", value: FlagValue("FOLDER", .path),
        help: "Write ImageJ ROI Manager regions for each photo, NAME.zip, to FOLDER.")
    package static let label = Flag(
        "label", value: FlagValue("NAME", .text(expected: "a name", hints: [], check: { !$0.isEmpty })),
        help: "Label for things in files for other programs. Default: the one in the recipe, or thing.")
    package static let countTruth = Flag(
        "truth", value: FlagValue("FILE", .file),
        help: """
            Compare the count with the marks in FILE, and report how many of them were found and how many counted \
            things are right. FILE is COCO, LabelMe, ImageJ (.roi or .zip), Espy's JSON, or a table with the columns x \
            and y, and width and height for boxes. A folder may hold one such file per photo, with the same name.
            """)

    /// In the order of the help.
    static let marks = [coco, yolo, labelme, imagej, label, countTruth]
}

/// Files for other programs that a run is to write.
struct CountMarks: Sendable {
    /// For all photos.
    let coco: String?
    /// What the things are called.
    let label: String
    private let folders: [(format: MarkFormat, path: String)]

    init(_ invocation: Invocation, recipe: Recipe?) throws(UsageError) {
        coco = invocation.value(Flags.coco)
        label = invocation.value(Flags.label) ?? recipe?.things.one ?? "thing"
        folders = [(.yolo, Flags.yolo), (.labelme, Flags.labelme), (.imagej, Flags.imagej)].compactMap {
            (format: MarkFormat, flag) in invocation.value(flag).map { (format, $0) }
        }
        if coco != nil, invocation.value(Flags.results) != nil {
            throw UsageError(
                "--coco and --results exclude each other; choose one", command: "count")
        }
    }

    /// Writes the files of one photo. None that is there already is replaced: labels belong to one photo by their name,
    /// and two photos of one name would share them.
    ///
    /// - Returns: the paths.
    func write(_ count: Count, of input: PhotoInput) throws -> [String] {
        try folders.map { format, folder in
            let bytes = try format.bytes(of: count, file: Path.name(of: input.name), name: label)
            let path = Path.join(folder, "\(input.stem).\(format.fileExtension)")
            do throws(FileError) {
                try Files.makeFolder(folder)
                try AtomicFile.create(path, bytes)
            } catch {
                throw WriteError(error: error)
            }
            return path
        }
    }

    /// Writes what speaks of all photos.
    func finish(_ dataset: CocoDataset) throws -> [String] {
        var files: [String] = []
        if let coco {
            try AtomicFile.replace(coco, with: try dataset.bytes())
            files.append(coco)
        }
        if let folder = folders.first(where: { $0.format == .yolo })?.path, Files.isFolder(folder) {
            let path = Path.join(folder, "classes.txt")
            try AtomicFile.replace(path, with: Array(YoloLabels.classes(name: label).utf8))
            files.append(path)
        }
        return files
    }
}
