import Espy
import EspyApp

/// Flags of `espy recipe`.
extension Flags {
    static let recipeExample = Flag(
        "example", value: Shape.rectValue, isRepeatable: true,
        help: """
            A thing to count: left, top, width and height in pixels of PHOTO. May be given several times: up to 12, of \
            which three different ones are enough.
            """)
    static let recipeNot = Flag(
        "not", value: Shape.rectValue, isRepeatable: true,
        help: "A thing that looks alike and is not meant. May be given several times.")
    static let recipeThings = Flag(
        "things",
        value: FlagValue(
            "WORD[,WORD]",
            .text(expected: "a word, or those for one and several: tart,tarts", hints: []) { words($0) != nil }),
        help: "What the things are called: tarts, or tart,tarts for one and several. Without it, as the recipe.")
    static let recipeDistance = Flag(
        "distance", value: FlagValue("KNOWN", .choice(Recipe.Distance.allCases.map(\.rawValue))),
        help: """
            How far away the camera is in other photos: same as for the examples, so that things have about their size; \
            or any, where the size is looked for, which takes longer and is wrong more often. By default any.
            """)
    static let recipeSimilarity = Flag(
        "similarity", value: FlagValue("N", .number(0.5...0.99, or: "auto")),
        help: "How alike things must look, from 0.5 to 0.99, as for espy count; auto is what is found best.")
    static let recipeBorder = Flag(
        "border", value: FlagValue("POLICY", .choice(CountOptions.BorderPolicy.allCases.map(\.rawValue))),
        help: "What to do with things that the border cuts, as for espy count: all, half or whole.")
    static let dropSizes = Flag("drop-sizes", help: "Measure nothing: take scale and limits away.")
    static let dropRegions = Flag("drop-regions", help: "Count in the whole photo again, not in regions.")
    static let recipeName = Flag(
        "name", value: FlagValue("NAME", .text(expected: "a name", hints: [], check: Recipe.isName)),
        help: "Another name: with edit what it is called from now on, with import instead of what the file says.")
    static let dropExample = Flag(
        "drop-example", value: FlagValue("N", .integer(1...Recipe.mostExamples)), isRepeatable: true,
        help: "Take the example of this number away; show numbers them. May be given several times.")
    static let dropNot = Flag(
        "drop-not", value: FlagValue("N", .integer(1...Recipe.mostExamples)), isRepeatable: true,
        help: "The same for what is not meant.")
    static let dropCuts = Flag(
        "drop-cuts", help: "Forget how sure things had to be in photos that were checked; learn tells it by the way.")
    static let recipePicture = Flag(
        "output", short: "o", value: FlagValue("FILE", .path),
        help: "Write a picture of all examples to FILE, as JPEG or PNG by its extension: green is meant, red is not.")

    /// `tarts` or `tart,tarts`
    static func words(_ text: String) -> Recipe.Words? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(parts.count), parts.allSatisfy(Recipe.isName) else { return nil }
        return parts.count == 2 ? Recipe.Words(parts[1], one: parts[0]) : Recipe.Words(parts[0])
    }
}
