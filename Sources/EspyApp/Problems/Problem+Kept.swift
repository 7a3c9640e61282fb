package import Espy
package import EspyStore
package import EspyTrials

/// What can be wrong with what is kept: history, gallery, telemetry.
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
            self.init("ambiguous", .notFound, "several entries begin with \(quoted(id))", "give more of it")
        case .damaged(let id):
            self.init(
                "damaged", .entryDamaged, "the entry \(id) is damaged", "delete it; others are fine",
                command: "delete it with “espy history delete \(id.prefix(8))”")
        case .unusableCorrections:
            self.init(
                "unusableCorrections", .unprocessable, "the corrections do not fit the result", "look at it again")
        case .full:
            self.init(
                "full", .unprocessable, "\(BookList.most) lists of books are kept already",
                "delete one that is not needed")
        case .notStorable:
            self.init("notStorable", .internalError, "the result has a number that is infinite", "please report this")
        case .noAuthor:
            self.init("noAuthor", .internalError, "nobody says who changes the result", "please report this")
        }
    }

    package init(_ error: StoreError) { self.init(error, .historyUnusable) }

    private init(_ error: StoreError, _ unusable: Code) {
        switch error {
        case .locked(let path):
            self.init(
                "locked", .busy, "another program holds it", "try again in a few seconds",
                command: "end that one and run again", path: path)
        case .corrupt(let path, let reason):
            self.init(
                "corrupt", unusable, "damaged (\(printable(reason)))",
                "move it aside, and a new one is made when needed", path: path)
        case .full(let path):
            self.init("full", .diskFull, "the disk is full", "free some space and run again", path: path)
        case .inaccessible(let path, let reason):
            let advice = "change its permissions, "
            self.init(
                "inaccessible", unusable, "cannot be used (\(printable(reason)))",
                "\(advice)or set XDG_DATA_HOME to another folder",
                command: "\(advice)set XDG_DATA_HOME to another folder, or do without: --no-history", path: path)
        case .tooNew(let path, let version):
            self.init(
                "tooNew", unusable, "made by a newer Espy (version \(version) of the file)", "update this one",
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
                "run “espy gallery recover”, which keeps what you said", path: path)
        case .store(.inaccessible(let path, let reason)):
            self.init(
                "inaccessible", .galleryUnusable, "cannot be used (\(printable(reason)))",
                "change its permissions, or set XDG_DATA_HOME to another folder", path: path)
        case .store(let error): self.init(error, .galleryUnusable)
        case .image(let error): self.init(error)
        case .inference(let error): self.init(error)
        case .folder(let path, let reason): self.init("folder", .unprocessable, reason, path: path)
        case .unknownPhoto(let name):
            self.init("unknownPhoto", .notFound, "no photo of the gallery is \(quoted(name))")
        case .unknownAlbum(let name): self.init("unknownAlbum", .notFound, "there is no album \(quoted(name))")
        case .query(let text, let reason):
            self.init("query", .unprocessable, message: "\(quoted(text)): \(reason)", detail: reason)
        case .teaching(let reason): self.init("teaching", .unprocessable, reason)
        case .rating(let stars):
            self.init("rating", .unprocessable, "a rating has 0 to 5 stars, not \(stars)")
        }
    }

    /// Telemetry is deleted without a loss, and can be turned off.
    package static func telemetry(_ problem: TelemetryProblem) -> Problem {
        switch problem {
        case .full(let path):
            Problem("telemetry", "\(printable(path)): the disk is full; free some space, or turn telemetry off")
        case .inaccessible(let path, let reason):
            Problem("telemetry", "\(printable(path)): \(printable(reason)); change its owner or permissions")
        case .locked(let path):
            Problem("telemetry", "\(printable(path)): another program holds it; end that and run again")
        }
    }
}

/// What can be wrong with recipes.
extension Problem {
    package init(_ error: RecipeError) {
        switch error {
        case .notARecipe:
            self.init(
                "notARecipe", .unprocessable, "no recipe", "“espy recipe export” makes the files that are taken")
        case .tooNew(let version):
            self.init(
                "newerRecipe", .unprocessable, "made by a newer Espy (version \(version) of the file)",
                "update this one")
        case .tooLarge(let limit):
            self.init("largeRecipe", .tooLarge, "larger than \(limit >> 20) MB, the most that a recipe has")
        case .unusableName:
            self.init(
                "unusableName", .unprocessable,
                "a name has 1 to \(Recipe.longestName) bytes in one line, and no blanks around it", "choose another")
        case .unusableNumber(let limit):
            self.init(
                "unusableNumber", .unprocessable,
                "a recipe has 1 to \(limit) examples, and as many of what is not meant at most")
        case .unusableExample: self = Self.damagedRecipe("a picture in the recipe cannot be used")
        case .unusableValue: self = Self.damagedRecipe("a number in the recipe is out of bounds")
        case .outsidePhoto(let x, let y, let width, let height):
            self.init(
                Self.unusableExample, .unprocessable,
                "the example \(Self.box(x, y, width, height)) lies outside the picture",
                "give it in its pixels")
        }
    }

    private static func damagedRecipe(_ cause: String) -> Problem {
        Problem("damagedRecipe", .unprocessable, cause, "export it again where it is from")
    }

    /// With the name of the file.
    package init(_ error: RecipeError, file: String) {
        let problem = Problem(error)
        self.init(
            problem.kind, .recipesUnusable, message: "\(printable(file)): \(problem.message)", detail: problem.detail)
    }

    /// - Parameter known: those that there are.
    static func unknownRecipe(_ name: String, known: String) -> Problem {
        Problem("unknownRecipe", .notFound, message: "there is no recipe \(quoted(name)): \(known)", detail: "")
    }

    static func recipeExists(_ name: String) -> Problem {
        Problem(
            "recipeExists", .recipeExists, "there is a recipe \(quoted(name)) already",
            "choose another name, or delete that one")
    }
}
