package import Espy
package import EspyStore
import EspySystem
package import EspyTrials

/// Problems with stored data: history, gallery, telemetry.
extension Problem {
    package init(_ error: HistoryError) {
        switch error {
        case .store(let error): self.init(error)
        case .thumbnail(let error): self.init(error)
        case .notFound(let id):
            self.init(
                "notFound", .notFound, "no entry \(quoted(id)) in the history", command: "“espy history list” shows all"
            )
        case .ambiguous(let id):
            self.init("ambiguous", .notFound, "several entries begin with \(quoted(id))", "give more characters")
        case .damaged(let id):
            self.init(
                "damaged", .entryDamaged, "the entry \(id) is damaged", "delete it; the others are fine",
                command: "delete it with “espy history delete \(id.prefix(8))”")
        case .unusableCorrections:
            self.init(
                "unusableCorrections", .unprocessable, "the corrections do not fit the result", "open it again")
        case .changedElsewhere:
            self.init(
                "changedElsewhere", .changedElsewhere, "this result was changed elsewhere", "open it again")
        case .full:
            self.init(
                "full", .unprocessable, "\(BookList.most) book lists are saved, the maximum",
                "delete one")
        case .notStorable:
            self.init(
                "notStorable", .internalError, "internal error: the result contains an infinite number",
                "please report this")
        case .noAuthor:
            self.init("noAuthor", .internalError, "internal error: a change without an author", "please report this")
        }
    }

    package init(_ error: StoreError) { self.init(error, .historyUnusable) }

    private init(_ error: StoreError, _ unusable: Code) {
        switch error {
        case .locked(let path):
            self.init(
                "locked", .busy, "another program is using it", "try again in a few seconds",
                command: "stop that program and run again", path: path)
        case .corrupt(let path, let reason):
            self.init(
                "corrupt", unusable, "damaged (\(printable(reason)))",
                "move it; Espy creates a new one when needed", path: path)
        case .full(let path):
            self.init("full", .diskFull, "the disk is full", "free some space and run again", path: path)
        case .inaccessible(let path, let reason):
            let advice = "change its permissions, "
            self.init(
                "inaccessible", unusable, "cannot be used (\(printable(reason)))",
                "\(advice)or set XDG_DATA_HOME to another folder",
                command: "\(advice)set XDG_DATA_HOME to another folder, or use --no-history", path: path)
        case .tooNew(let path, let version):
            self.init(
                "tooNew", unusable, "made by a newer Espy (file version \(version))", "update Espy",
                path: path)
        case .statement(let reason):
            self.init("statement", .internalError, printable(reason), "please report this")
        }
    }

    package init(_ error: GalleryError) {
        switch error {
        case .store(.corrupt(let path, let reason)):
            self.init(
                "corrupt", .galleryUnusable, "damaged (\(printable(reason)))",
                "run “espy gallery recover”, which keeps your changes", path: path)
        case .store(.inaccessible(let path, let reason)):
            self.init(
                "inaccessible", .galleryUnusable, "cannot be used (\(printable(reason)))",
                "change its permissions, or set XDG_DATA_HOME to another folder", path: path)
        case .store(let error): self.init(error, .galleryUnusable)
        case .image(let error): self.init(error)
        case .inference(let error): self.init(error)
        case .folder(let path, let reason): self.init("folder", .unprocessable, reason, path: path)
        case .unknownPhoto(let name):
            self.init("unknownPhoto", .notFound, "no photo \(quoted(name)) in the gallery")
        case .unknownAlbum(let name): self.init("unknownAlbum", .notFound, "no album \(quoted(name))")
        case .unknownPerson(let name): self.init("unknownPerson", .notFound, "no person or face \(quoted(name))")
        case .query(let text, let reason):
            self.init("query", .unprocessable, message: "\(quoted(text)): \(reason)", detail: reason)
        case .teaching(let reason): self.init("teaching", .unprocessable, reason)
        case .rating(let stars):
            self.init("rating", .unprocessable, "a rating has 0 to 5 stars, not \(stars)")
        }
    }

    /// Problems with uploaded files.
    init(inbox error: FileError) {
        if error.isFull {
            self = .inboxFull
        } else {
            self.init(
                "inbox", .galleryUnusable, "cannot be written to (\(printable(error.reason)))",
                "change its permissions, or choose another folder with “espy gallery inbox DIR”", path: error.path)
        }
    }

    static let inboxFull = Problem(
        "inboxFull", .diskFull, "the disk of the folder for photos is full", "free some space and send them again")
    static let noInbox = Problem(
        "noInbox", .noInbox, "no photos are accepted from devices", "allow a folder with “espy gallery inbox DIR”")
    static let notAPhoto = Problem(
        "notAPhoto", .notAnImage, "neither a photo nor a video", "pictures, MP4 and QuickTime files are accepted")
    static let uploadGone = Problem(
        "uploadGone", .uploadGone, "this file is not expected", "announce the file first")
    static let uploadClosing = Problem(
        "uploadClosing", .busy, "the file is being checked", "ask again in a few seconds")
    static let uploadDamaged = Problem(
        "uploadDamaged", .uploadDamaged, "the file does not match its checksum", "send it again")
    static let uploadChecksum = Problem("uploadChecksum", .unprocessable, "a SHA-256 has 64 hexadecimal digits")

    static func wrongOffset(_ offset: Int) -> Problem {
        Problem("wrongOffset", .wrongOffset, "the file continues at byte \(offset)")
    }

    static func uploadTooLong(_ size: Int) -> Problem {
        Problem("uploadTooLong", .unprocessable, "the file is longer than the announced \(size) bytes")
    }

    static func unusableInbox(_ path: String) -> Problem {
        Problem(
            "unusableInbox", .unprocessable, "the folder cannot be written to, or belongs to Espy itself",
            "choose another one by its whole path", path: path)
    }

    /// Telemetry can be deleted without any loss, and can be turned off.
    package static func telemetry(_ problem: TelemetryProblem) -> Problem {
        switch problem {
        case .full(let path):
            Problem("telemetry", "\(printable(path)): the disk is full; free some space, or turn telemetry off")
        case .inaccessible(let path, let reason):
            Problem("telemetry", "\(printable(path)): \(printable(reason)); change its owner or permissions")
        case .locked(let path):
            Problem("telemetry", "\(printable(path)): another program is using it; stop that program and run again")
        }
    }
}

/// Problems with recipes.
extension Problem {
    package init(_ error: RecipeError) {
        switch error {
        case .notARecipe:
            self.init(
                "notARecipe", .unprocessable, "not a recipe", "use a file made by “espy recipe export”")
        case .tooNew(let version):
            self.init(
                "newerRecipe", .unprocessable, "made by a newer Espy (file version \(version))",
                "update Espy")
        case .tooLarge(let limit):
            self.init("largeRecipe", .tooLarge, "larger than the limit of \(limit >> 20) MB for a recipe")
        case .unusableName:
            self.init(
                "unusableName", .unprocessable,
                "a name has 1 to \(Recipe.longestName) bytes on one line, without spaces at its ends", "choose another")
        case .unusableNumber(let limit):
            self.init(
                "unusableNumber", .unprocessable,
                "a recipe has 1 to \(limit) examples and at most \(limit) counterexamples")
        case .unusableExample: self = Self.damagedRecipe("a picture in the recipe cannot be used")
        case .unusableValue: self = Self.damagedRecipe("a number in the recipe is out of bounds")
        case .outsidePhoto(let x, let y, let width, let height):
            self.init(
                Self.unusableExample, .unprocessable,
                "the example \(Self.box(x, y, width, height)) is outside the photo",
                "give it in pixels of the photo")
        }
    }

    private static func damagedRecipe(_ cause: String) -> Problem {
        Problem("damagedRecipe", .unprocessable, cause, "export it again")
    }

    /// Names the file.
    package init(_ error: RecipeError, file: String) {
        let problem = Problem(error)
        self.init(
            problem.kind, .recipesUnusable, message: "\(printable(file)): \(problem.message)", detail: problem.detail)
    }

    /// - Parameter known: The names of existing recipes.
    static func unknownRecipe(_ name: String, known: String) -> Problem {
        Problem("unknownRecipe", .notFound, message: "no recipe \(quoted(name)): \(known)", detail: "")
    }

    static func recipeExists(_ name: String) -> Problem {
        Problem(
            "recipeExists", .recipeExists, "the recipe \(quoted(name)) already exists",
            "choose another name, or delete the old one")
    }
}
