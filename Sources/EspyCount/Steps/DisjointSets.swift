/// Which tree node stands for the group of each thing (union–find with path halving).
struct DisjointSets {
    private var parents: [Int]
    private var next: Int

    init(count: Int) {
        parents = Array(0..<max(2 * count - 1, 0))
        next = count
    }

    /// The latest node that `thing` is below of.
    mutating func node(of thing: Int) -> Int {
        var node = thing
        while parents[node] != node {
            parents[node] = parents[parents[node]]
            node = parents[node]
        }
        return node
    }

    /// Puts a new node above two.
    mutating func join(_ first: Int, _ second: Int) {
        parents[first] = next
        parents[second] = next
        next += 1
    }
}
