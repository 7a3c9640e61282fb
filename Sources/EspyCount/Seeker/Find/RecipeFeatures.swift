/// What the examples of a recipe look like to the networks.
package struct RecipeFeatures: Sendable {
    package let like: [ExampleFeatures]
    package let unlike: [ExampleFeatures]
    /// What the examples have in common, at length 1.
    let likeness: [Float]
    /// Side of the things over the long side of their photos: the middle of all examples.
    package let share: Double
}
