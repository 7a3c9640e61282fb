/// How many letters must be put in, taken out or changed to get from one word to another.
enum EditDistance {
    static func between(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var before = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var line = [row + 1]
            for (column, wanted) in other.enumerated() {
                line.append(
                    min(before[column] + (letter == wanted ? 0 : 1), before[column + 1] + 1, line[column] + 1))
            }
            before = line
        }
        return before[other.count]
    }
}
