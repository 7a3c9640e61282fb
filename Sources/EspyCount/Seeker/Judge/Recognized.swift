/// What a recipe has led to in one photo.
struct Recognized: Sendable {
    let explanation: Explanation
    /// That there is any thing of the recipe, 0…1.
    let chance: Double
}
