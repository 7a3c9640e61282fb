import Espy
import EspyApp
import EspyInference
import EspySystem
import EspyText

extension Command {
    static let gallery = Command(
        "gallery", "index, search and tag a photo library",
        details: [
            """
            Photos are indexed where they are and are never changed, moved or copied. The index is one database in the \
            data folder. Moved or renamed photos are recognized by their content, and nothing is lost while a folder \
            is unavailable. You can stop indexing at any time; it continues where it stopped. “espy serve” also \
            indexes in the background.
            """,
            """
            Sidecars next to a photo are read, too: NAME.jpg.xmp, NAME.xmp, and the JSON of a Google Photos export. \
            They fill in dates, places, ratings, keywords, persons and descriptions that the photo lacks; the keywords \
            and rating in XMP override those in the photo, and your own changes override everything.
            """,
        ],
        actions: [
            Action("add", "FOLDER", count: 1...Int.max, says: "Add folders and index them."),
            Action("update", says: "Index changes in the folders."),
            Action(
                "inbox", "DIR", count: 0...1,
                says: "Show or choose the folder for photos from devices.",
                details: [
                    "Paired devices send photos there, by year and month. auto: Pictures/Espy; none: accept no photos."
                ]),
            Action("remove", "FOLDER", count: 1...Int.max, says: "Remove folders from the gallery; photo files stay."),
            Action("status", says: "Show the number of photos and the state of folders."),
            Action(
                "recover",
                says: "Replace a damaged gallery, keeping your changes.",
                details: [
                    """
                    The new gallery keeps your ratings, tags, albums and folders. Stop “espy serve” first.
                    """
                ]),
            Action("problems", says: "List unreadable files and sidecars, with reasons."),
            Action(
                "search", "QUERY", count: 0...Int.max, says: "Search for photos, newest first.",
                details: [
                    """
                    Search words are tags, colors, names of files and folders, cameras or dates; all must match. A \
                    search for beach also finds seashore, and one for animal finds dogs. You can also use: "two \
                    words", -not, OR, (…), tag:dog, color:blue, date:2024-05..2024-08, before:, after:, place:Rome, \
                    near:48.14,11.58,5km, camera:, name:, text:, code:, in:FOLDER, kind:screenshot, rating:4.., \
                    faces:2.., person:Anna, is:blurred, has:gps, similar:PHOTO, like:"WORDS", album:NAME. Only is:hidden finds \
                    photos that you hid.
                    """,
                    """
                    With --perhaps, photos follow that might show what the words mean, most likely first: cup finds a \
                    mug even if no tag says so. -v prints how likely each is.
                    """,
                    """
                    With both halves of a CLIP model, installed with “espy models”, a search also finds photos that \
                    show what the words mean. Photos that have the words come first, newest first, then the most \
                    similar ones. Photos that match other words better are left out. like: searches only by meaning; \
                    quotes and tag: search only for the words.
                    """,
                ],
                flags: [Flags.searchLimit, Flags.offset, Flags.perhaps, Flags.reasons]),
            Action("tags", says: "List tags with their number of photos."),
            Action("albums", says: "List smart albums with their queries."),
            Action.galleryPeople,
            Action("save-album", "NAME", "QUERY", count: 2...Int.max, says: "Save a query as a smart album."),
            Action("rename-album", "NAME", "NEW", says: "Rename one of your albums."),
            Action("delete-album", "NAME", says: "Delete one of your albums; its photos stay."),
            Action("duplicates", says: "List identical files, versions and similar shots."),
            Action(
                "add-tag", "TAG", "PHOTO", count: 2...Int.max,
                says: """
                    Confirm or add a tag; Espy will not change it.
                    """),
            Action(
                "remove-tag", "TAG", "PHOTO", count: 2...Int.max,
                says: """
                    Remove a wrong tag; Espy will not add it again.
                    """),
            Action(
                "reset-tag", "TAG", "PHOTO", count: 2...Int.max,
                says: "Undo add-tag or remove-tag, so that models and files decide again."),
            Action(
                "rate", "STARS", "PHOTO", count: 2...Int.max,
                says: "Rate photos from 0 to 5, or use “file” for the rating in the file; files stay unchanged."),
            Action(
                "teach", "TAG", "PHOTO", count: 2...Int.max,
                says: "Teach a tag with at least 5 photos, better 20; similar photos get it, too."),
            Action("forget", "TAG", says: "Remove a taught tag."),
            Action("export", says: "Export the whole index as JSON Lines.", flags: [Flags.galleryFile]),
            Action(
                "import", "FILE",
                says: "Import corrections, ratings and albums from an export; - reads standard input."),
            Action(
                "import-photos", "ROOT", "FILE", count: 2...Int.max,
                says: "Import photos that other machines indexed.",
                details: [
                    """
                    The photos are below ROOT, a folder or an address such as s3://lab. FILE holds lines of “espy \
                    gallery tag --json --archive” or of workers; - reads standard input.
                    """
                ]),
            Action(
                "sidecars", "PHOTO", count: 1...Int.max,
                says: "Write the data of photos to new sidecar files, NAME.xmp."),
        ],
        flags: [Flags.galleryJSON, Flags.quiet, Flags.help, Flags.helpAll],
        groups: [
            FlagGroup("Models and indexing", Flags.gallerySettings),
            FlagGroup("Running", [Flags.progress, Flags.config]),
        ],
        settings: Flags.gallerySettings + [Flags.inbox, Flags.charger],
        examples: [
            Example("espy gallery add ~/Pictures", "index a folder and its subfolders"),
            Example("espy gallery inbox ~/Photos/Phone", "keep photos that devices send there"),
            Example("espy gallery search beach NOT night 2024", "print the paths of matching photos"),
            Example("espy gallery search -v dog", "also print why each photo matches"),
            Example("espy gallery search 'like:\"a dog on the beach\" 2024'", "search by meaning, with a CLIP model"),
            Example(
                "espy gallery save-album \"Blue summers\" color:blue date:2020..2024", "save a smart album"),
        ]
    ) { try await GalleryCommand($0).run() }
}

/// `espy gallery`: manages the photo library.
struct GalleryCommand {
    let context: CommandContext
    let settings: Settings
    let file: GalleryFile

    init(_ context: CommandContext) throws(UsageError) {
        self.context = context
        settings = try Settings(context.invocation, context.process)
        file = GalleryFile(context.process.environment)
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

    /// Actions that do not change the gallery.
    private static let looks: Set = [
        "search", "status", "problems", "tags", "albums", "duplicates", "sidecars", "export",
    ]

    static let noGallery = Problem("noGallery", "no gallery yet; create one with “espy gallery add FOLDER”")

    private func act() async throws -> Exit {
        if invocation.action == "add" { return try await GalleryUpdateAction(self).add() }
        if invocation.action == "import-photos" { return try await GalleryArchive(self).takeIn() }
        if invocation.action == "inbox" { return try await inbox() }
        if invocation.action == "people", GalleryPeopleAction.switches(invocation) {
            return try await GalleryPeopleAction(self).turn()
        }
        if invocation.action == "recover" { return try await GalleryRecoverAction(self).run() }
        // Reading does not create a file.
        guard file.exists else {
            throw Self.noGallery
        }
        let gallery = try file.open(
            making: false, reading: Self.looks.contains(invocation.action ?? ""),
            texts: try SemanticModels.texts(settings, context.process.environment))
        if let refusal = await gallery.refusal { await context.noteThatNothingChanges(refusal) }
        switch invocation.action {
        case "update": return try await GalleryUpdateAction(self).update(gallery)
        case "remove": return try await GalleryUpdateAction(self).remove(gallery)
        case "search": return try await GallerySearchAction(self).run(gallery)
        case "status": return try await GalleryListActions(self).status(gallery)
        case "problems": return try await GalleryListActions(self).problems(gallery)
        case "tags": return try await GalleryListActions(self).tags(gallery)
        case "albums": return try await GalleryListActions(self).albums(gallery)
        case "save-album", "rename-album", "delete-album": return try await GalleryListActions(self).change(gallery)
        case "people": return try await GalleryPeopleAction(self).run(gallery)
        case "duplicates": return try await GalleryListActions(self).duplicates(gallery)
        case "teach": return try await GalleryTagAction(self).teach(gallery)
        case "forget": return try await GalleryTagAction(self).forget(gallery)
        case "add-tag", "remove-tag", "reset-tag": return try await GalleryTagAction(self).correct(gallery)
        case "rate": return try await GalleryTagAction(self).rate(gallery)
        case "import": return try await GalleryTransfer(self).takeIn(gallery)
        case "sidecars": return try await GalleryTransfer(self).writeSidecars(gallery)
        default: return try await GalleryTransfer(self).export(gallery)
        }
    }

    /// Shows or sets the folder for photos from devices.
    private func inbox() async throws -> Exit {
        let environment = context.process.given(invocation).environment
        if let folder = invocation.operands.first {
            let isWord = ["auto", "none"].contains(folder)
            try Settings.allowInbox(isWord ? folder : Path.absolute(folder), environment)
        }
        let inbox = try Settings(environment).inbox(environment)
        return try await context.answer((inbox.map(printable) ?? "none") + "\n")
    }

    var isJSON: Bool { invocation.isOn(Flags.galleryJSON) }

    /// Seconds since 1970.
    var now: Int { context.process.now() }
    /// The current time in the local time zone, like capture times.
    var here: Int { Timestamp.here(now) }

    /// Finds the photo for an operand: its number, or the path of one of its files.
    func photo(_ name: String, in gallery: Gallery) async throws -> Int {
        if let id = Int(name), try await gallery.details(of: id) != nil { return id }
        guard let id = try await gallery.photo(at: Path.absolute(name)) else { throw GalleryError.unknownPhoto(name) }
        return id
    }

    /// Finds the photos for operands, in their order.
    func photos(_ names: some Sequence<String>, in gallery: Gallery) async throws -> [Int] {
        var photos: [Int] = []
        for name in names { photos.append(try await photo(name, in: gallery)) }
        return photos
    }
}

/// Flags of `espy gallery` and `espy gallery tag`.
extension Flags {
    package static let galleryJSON = Flag("json", help: "Print JSON instead of text.")
    package static let searchLimit = Flag(
        "limit", value: FlagValue("N", .integer(0...1_000_000)),
        help: "Maximum number of photos; 0 means all. Default: 100.")
    package static let offset = Flag(
        "offset", value: FlagValue("N", .integer(0...100_000_000)),
        help: "Skip the first N photos.")
    package static let perhaps = Flag(
        "perhaps", help: "Also list photos that might show what the words mean, after the others.")
    package static let reasons = Flag("verbose", short: "v", help: "Also print why each photo matches.")
    package static let galleryFile = Flag(
        "output", short: "o", value: FlagValue("FILE", .path), help: "Export to FILE instead of standard output.")

    package static let tagCSV = csv(
        "TARGET",
        help: """
            Write the table to a file, or to a folder (a name that ends in /), which gets NAME.tags.csv for each \
            input. Nothing is then written to standard output.
            """)

    package static let archive = Flag(
        "archive", value: FlagValue("DETAIL", .choice(ArchiveFacts.Detail.allCases.map(\.rawValue))),
        help: """
            Add to the JSON what “espy gallery import-photos” needs to import the photo into a gallery that cannot \
            read its file. facts: digest, size, and data for comparing photos; pictures: also a thumbnail.
            """)

    package static let tagger = Flag("tagger", .tagger)
    package static let objectDetector = Flag("detector", .objectDetector)
    package static let classifier = Flag("classifier", .classifier)
    package static let tagThreshold = Flag("threshold", .tagThreshold)

    package static let pageLanguage = Flag("language", .pageLanguage)

    package static let faces = Flag("faces", .faces)

    package static let people = Flag("people", .people)

    package static let meaning = Flag("meaning", .meaning)

    package static let inbox = Flag("inbox", .inbox)

    package static let jobs = Flag("jobs", .jobs)

    package static let maxLoad = Flag("max-load", .maxLoad)

    package static let charger = Flag("wait-for-charger", .charger)

    /// In the order of the help.
    package static let gallerySettings = [
        tagger, objectDetector, classifier, tagThreshold, pageLanguage, faces, people, meaning,
        jobs, maxLoad,
    ]
}
