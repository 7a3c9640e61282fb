package import Espy

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
