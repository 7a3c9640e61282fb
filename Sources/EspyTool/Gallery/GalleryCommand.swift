import Espy
import EspyApp
import EspyHTTP
import EspyInference
import EspySystem
import EspyText

extension Command {
    static let gallery = Command(
        "gallery", "tag, search and browse a photo library",
        details: [
            """
            Folders are indexed where they are: photos are only ever read, never written to, moved or copied. What is \
            known of them is in one database in the data folder. Photos that were moved or renamed are known again by \
            their content, and a folder that is away for a while loses nothing. Indexing can be stopped at any moment \
            and goes on where it was; “espy serve” does it by itself in the background.
            """,
            """
            What stands beside a photo is read as well: NAME.jpg.xmp, NAME.xmp, and the JSON of an export of Google Photos. \
            Dates, places, stars, keywords, persons and descriptions come from there where the photo has none; words and \
            stars of XMP count more than those in the photo, and what you say here counts most.
            """,
            """
            A search takes words, which are tags, colors, names of files and folders, cameras, or dates; all must fit. \
            It knows that a seashore is a beach and a dog an animal. Further: "two words", -not, OR, (…), tag:dog, \
            color:blue, date:2024-05..2024-08, before:, after:, place:Rome, near:48.14,11.58,5km, camera:, name:, text:, code:, \
            in:FOLDER, kind:screenshot, rating:4.., faces:2.., is:blurred, has:gps, similar:PHOTO, like:"WORDS", album:NAME. \
            Photos that you hid are found by is:hidden alone.
            """,
            """
            With both halves of a CLIP model, installed with “espy models”, photos that show what the words mean are found \
            as well: a search for dog on the beach gives those that have the words first, the newest first, then \
            those that look like it, the most likely one first. None comes that other words fit better. like: asks for \
            the meaning alone, quotes and tag: for the words alone.
            """,
        ],
        actions: [
            Action("add", "FOLDER", count: 1...Int.max, says: "Add folders, and index them."),
            Action("update", says: "Index what has changed in the folders."),
            Action("remove", "FOLDER", count: 1...Int.max, says: "Forget folders; no photo is touched."),
            Action(
                "status",
                says: "How many photos there are, the state of each folder, and how many files are no photos, and why."),
            Action(
                "recover",
                says: """
                    Make a new gallery in place of a damaged one, with all that you said: ratings, tags, albums, folders. End \
                    “espy serve” before.
                    """),
            Action("problems", says: "Files and sidecars that cannot be read, each with the reason."),
            Action("search", "QUERY", count: 0...Int.max, says: "Photos that fit, the newest first."),
            Action("tags", says: "All tags, each with the number of its photos."),
            Action("albums", says: "Albums that fill themselves, and their queries."),
            Action("save-album", "NAME", "QUERY", count: 2...Int.max, says: "Keep a query as an album."),
            Action("rename-album", "NAME", "NEW", says: "Give an album of yours another name."),
            Action("delete-album", "NAME", says: "Delete an album of yours; its photos stay."),
            Action("duplicates", says: "Groups of equal files, versions of one shot, and similar shots."),
            Action("add-tag", "TAG", "PHOTO", count: 2...Int.max, says: "Say that a tag is right; that stays."),
            Action("remove-tag", "TAG", "PHOTO", count: 2...Int.max, says: "Say that a tag is wrong; that stays."),
            Action(
                "reset-tag", "TAG", "PHOTO", count: 2...Int.max,
                says: "Take back what you said of a tag; what models and files say counts again."),
            Action(
                "rate", "STARS", "PHOTO", count: 2...Int.max,
                says: "Rate photos from 0 to 5, or “file” for what their files say; no file is touched."),
            Action(
                "teach", "TAG", "PHOTO", count: 2...Int.max,
                says: "Learn a tag from at least 5 photos, better 20, and give it to all like them."),
            Action("forget", "TAG", says: "Forget a tag that was taught."),
            Action("export", says: "All that is known, as JSON Lines."),
            Action(
                "import", "FILE",
                says: "Take over corrections, ratings and albums of an export; - reads it from standard input."),
            Action(
                "import-photos", "ROOT", "FILE", count: 2...Int.max,
                says: """
                    Take in photos below ROOT, a folder or an address such as s3://lab, that other machines looked at, from \
                    lines of gallery tag --json --archive or of workers; - reads them from standard input.
                    """),
            Action(
                "sidecars", "PHOTO", count: 1...Int.max,
                says: "Write what is known of photos into new files beside them, NAME.xmp."),
        ],
        flags: [
            Flags.searchLimit, Flags.offset, Flags.reasons, Flags.galleryJSON, Flags.galleryFile,
        ]
            + Flags.gallerySettings + [Flags.progress, Flags.config, Flags.quiet, Flags.help],
        settings: Flags.gallerySettings,
        examples: [
            Example("espy gallery add ~/Pictures", "index a folder with all that is in it"),
            Example("espy gallery search beach NOT night 2024", "paths of photos"),
            Example("espy gallery search -v dog", "and why each of them fits"),
            Example("espy gallery search 'like:\"a dog on the beach\" 2024'", "by meaning, with a CLIP model"),
            Example(
                "espy gallery save-album \"Blue summers\" color:blue date:2020..2024", "an album that fills itself"),
        ]
    ) { try await GalleryCommand($0).run() }
}

/// `espy gallery`: the photo library of the user.
struct GalleryCommand {
    let context: CommandContext
    let settings: Settings
    let file: GalleryFile

    init(_ context: CommandContext) throws(UsageError) {
        self.context = context
        settings = try Settings(context.invocation, context.surroundings)
        file = GalleryFile(context.surroundings.environment)
    }

    private var invocation: Invocation { context.invocation }

    func run() async throws -> Exit {
        do {
            return try await act()
        } catch GalleryError.query(let text, let reason) {
            await context.console.error(Problem(GalleryError.query(text, reason: reason)).message)
            return .usage
        }
    }

    /// Actions that change nothing of the gallery.
    private static let looks: Set = [
        "search", "status", "problems", "tags", "albums", "duplicates", "sidecars", "export",
    ]

    static let noGallery = Problem("noGallery", "there is no gallery yet; “espy gallery add FOLDER” makes one")

    private func act() async throws -> Exit {
        if invocation.action == "add" { return try await GalleryUpdating(self).add() }
        if invocation.action == "import-photos" { return try await GalleryArchive(self).takeIn() }
        if invocation.action == "recover" { return try await GalleryRecovering(self).run() }
        // Looking does not make a file.
        guard file.exists else {
            throw Self.noGallery
        }
        let gallery = try file.open(
            making: false, reading: Self.looks.contains(invocation.action ?? ""),
            texts: try MeaningModels.texts(settings, context.surroundings.environment))
        if let refusal = await gallery.refusal { await context.noteThatNothingChanges(refusal) }
        switch invocation.action {
        case "update": return try await GalleryUpdating(self).update(gallery)
        case "remove": return try await GalleryUpdating(self).remove(gallery)
        case "search": return try await GallerySearching(self).run(gallery)
        case "status": return try await GalleryListing(self).status(gallery)
        case "problems": return try await GalleryListing(self).problems(gallery)
        case "tags": return try await GalleryListing(self).tags(gallery)
        case "albums": return try await GalleryListing(self).albums(gallery)
        case "save-album", "rename-album", "delete-album": return try await GalleryListing(self).change(gallery)
        case "duplicates": return try await GalleryListing(self).duplicates(gallery)
        case "teach": return try await GalleryTagging(self).teach(gallery)
        case "forget": return try await GalleryTagging(self).forget(gallery)
        case "add-tag", "remove-tag", "reset-tag": return try await GalleryTagging(self).correct(gallery)
        case "rate": return try await GalleryTagging(self).rate(gallery)
        case "import": return try await GalleryTransfer(self).takeIn(gallery)
        case "sidecars": return try await GalleryTransfer(self).writeSidecars(gallery)
        default: return try await GalleryTransfer(self).export(gallery)
        }
    }

    var isJSON: Bool { invocation.isOn(Flags.galleryJSON) }

    /// Seconds since 1970.
    var now: Int { context.surroundings.now() }
    /// The same by the clock on the wall, as photos have it.
    var here: Int { Timestamp.here(now) }

    /// The photo that an operand names: its number, or the path of a file that has it.
    func photo(_ name: String, in gallery: Gallery) async throws -> Int {
        if let id = Int(name), try await gallery.details(of: id) != nil { return id }
        guard let id = try await gallery.photo(at: Path.absolute(name)) else { throw GalleryError.unknownPhoto(name) }
        return id
    }

    /// The photos that operands name, in their order.
    func photos(_ names: some Sequence<String>, in gallery: Gallery) async throws -> [Int] {
        var photos: [Int] = []
        for name in names { photos.append(try await photo(name, in: gallery)) }
        return photos
    }
}

/// Flags of `espy gallery` and `espy gallery tag`.
extension Flags {
    package static let galleryJSON = Flag("json", help: "JSON instead of text.")
    package static let searchLimit = Flag(
        "limit", value: FlagValue("N", .integer(0...1_000_000)),
        help: "search: at most N photos; 0 means all. Without it, 100.")
    package static let offset = Flag(
        "offset", value: FlagValue("N", .integer(0...100_000_000)),
        help: "search: leave out the first N photos, which another search has shown.")
    package static let reasons = Flag("verbose", short: "v", help: "search: also say why each photo fits.")
    package static let galleryFile = Flag(
        "output", short: "o", value: FlagValue("FILE", .path), help: "Export to FILE instead of standard output.")

    package static let tagCSV = csv(
        "TARGET",
        help: """
            Write the table to a file, or to a folder (a name that ends in /), which gets one NAME.tags.csv for each \
            input, and no table to standard output.
            """)

    package static let archive = Flag(
        "archive", value: FlagValue("DETAIL", .choice(ArchiveFacts.Detail.allCases.map(\.rawValue))),
        help: """
            Also tell in the JSON what “espy gallery import-photos” needs to take the photo into a gallery that cannot \
            read its file. facts: digest, size, and what compares photos; pictures: a small picture, too.
            """)

    package static let tagger = Flag("tagger", .tagger)
    package static let objectDetector = Flag("detector", .objectDetector)
    package static let classifier = Flag("classifier", .classifier)
    package static let tagThreshold = Flag("threshold", .tagThreshold)

    package static let pageLanguage = Flag("language", .pageLanguage)

    package static let faceCascade = Flag("faces", .faceCascade)

    package static let meaning = Flag("meaning", .meaning)

    package static let jobs = Flag("jobs", .jobs)

    package static let maxLoad = Flag("max-load", .maxLoad)

    /// In the order of the help.
    package static let gallerySettings = [
        tagger, objectDetector, classifier, tagThreshold, pageLanguage, faceCascade, meaning, jobs,
        maxLoad,
    ]
}
