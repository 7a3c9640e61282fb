package import Espy

/// What can be wrong with recipes.
extension Problem {
    package init(_ error: RecipeError) {
        switch error {
        case .notARecipe: self.init("notARecipe", "no recipe; “espy recipe export” makes the files that are taken")
        case .tooNew(let version):
            self.init("newerRecipe", "made by a newer Espy (version \(version) of the file); update this one")
        case .tooLarge(let limit): self.init("largeRecipe", "larger than \(limit >> 20) MB, the most that a recipe has")
        case .unusableName:
            self.init(
                "unusableName",
                "a name has 1 to \(Recipe.longestName) bytes in one line, and no blanks around it; choose another")
        case .unusableNumber(let limit):
            self.init("unusableNumber", "a recipe has 1 to \(limit) examples, and as many of what is not meant at most")
        case .unusableExample:
            self.init("damagedRecipe", "a picture in the recipe cannot be used; export it again where it is from")
        case .unusableValue:
            self.init("damagedRecipe", "a number in the recipe is out of bounds; export it again where it is from")
        case .outsidePhoto(let x, let y, let width, let height):
            let box = [x, y, width, height].map { Int(exactly: $0).map(String.init) ?? "\($0)" }.joined(separator: ",")
            self.init(Self.unusableExample, "the example \(box) lies outside the picture; give it in its pixels")
        }
    }

    /// With the name of the file.
    package init(_ error: RecipeError, file: String) {
        let problem = Problem(error)
        self.init(problem.kind, "\(printable(file)): \(problem.message)")
    }

    package static let unknownRecipe = "unknownRecipe"
    package static let existingRecipe = "recipeExists"

    static func recipeExists(_ name: String) -> Problem {
        Problem(existingRecipe, "there is a recipe \(quoted(name)) already; choose another name, or delete that one")
    }
}
