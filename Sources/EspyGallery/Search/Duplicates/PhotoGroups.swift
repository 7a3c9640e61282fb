/// Puts photos that belong together into groups, pair by pair.
struct PhotoGroups {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    func root(of place: Int) -> Int {
        var place = place
        while parents[place] != place { place = parents[place] }
        return place
    }

    mutating func join(_ one: Int, _ other: Int) {
        let (one, other) = (shortened(one), shortened(other))
        // The first photo stands for the group.
        parents[max(one, other)] = min(one, other)
    }

    private mutating func shortened(_ place: Int) -> Int {
        let root = root(of: place)
        var place = place
        while parents[place] != root { (place, parents[place]) = (parents[place], root) }
        return root
    }

    /// Groups of at least two, each in order.
    var groups: [[Int]] {
        var members: [Int: [Int]] = [:]
        for place in parents.indices { members[root(of: place), default: []].append(place) }
        return members.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    }
}
