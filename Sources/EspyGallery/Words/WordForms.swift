/// Makes `beach` of `beaches`. Rules for English alone, and few of them: what is searched in goes through the same
/// rules as what is searched for, so a word that they spoil is still found.
enum WordForms {
    static func single(_ word: String) -> String {
        if let known = irregular[word] { return known }
        guard word.utf8.count > 3, word.hasSuffix("s") else { return word }
        if ["ss", "us", "is"].contains(where: { word.hasSuffix($0) }) { return word }
        if word.hasSuffix("ies") { return word.utf8.count > 4 ? word.dropLast(3) + "y" : String(word.dropLast()) }
        if ["sses", "shes", "ches", "xes", "zzes"].contains(where: { word.hasSuffix($0) }) {
            return String(word.dropLast(2))
        }
        return String(word.dropLast())
    }

    private static let irregular = [
        "men": "man", "women": "woman", "children": "child", "people": "person", "persons": "person", "mice": "mouse",
        "geese": "goose", "feet": "foot", "teeth": "tooth", "leaves": "leaf", "knives": "knife", "wolves": "wolf",
        "calves": "calf", "loaves": "loaf", "shelves": "shelf", "buses": "bus", "oxen": "ox", "potatoes": "potato",
        "tomatoes": "tomato", "mosquitoes": "mosquito", "volcanoes": "volcano", "heroes": "hero", "echoes": "echo",
        "cacti": "cactus", "fungi": "fungus", "babies": "baby", "lenses": "lens", "glasses": "glasses",
        "scissors": "scissors", "jeans": "jeans", "stairs": "stairs", "christmas": "christmas", "series": "series",
        "species": "species", "movies": "movie", "cookies": "cookie", "selfies": "selfie", "hippies": "hippie",
        "pies": "pie", "ties": "tie",
    ]
}
