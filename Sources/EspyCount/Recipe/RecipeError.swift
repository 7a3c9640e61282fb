/// What is wrong with a recipe.
public enum RecipeError: Error, Equatable {
    /// No file of a recipe, or a damaged one.
    case notARecipe
    /// Of a later version than is known here.
    case tooNew(version: Int)
    /// More bytes than a recipe has.
    case tooLarge(limit: Int)
    /// Empty, too long, or with characters that are not printed.
    case unusableName
    /// No example at all, or more than are of use.
    case unusableNumber(limit: Int)
    /// A picture that cannot be read, is larger than an example is, or has no thing where it should be.
    case unusableExample
    /// A similarity or a size that is out of bounds.
    case unusableValue
    /// The box lies outside the photo, or has no area.
    case outsidePhoto(x: Double, y: Double, width: Double, height: Double)
}
