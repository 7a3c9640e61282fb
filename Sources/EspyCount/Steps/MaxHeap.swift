/// A binary heap with the largest number at index 0, whose order of items is that of Python's `heapq` with all signs
/// turned: labels of clusters are places in it.
struct MaxHeap {
    private(set) var items: [Int]

    init(_ first: Int) { items = [first] }

    var top: Int { items[0] }

    mutating func push(_ item: Int) {
        items.append(item)
        rise(from: items.count - 1, notAbove: 0)
    }

    /// Adds `item`, then removes the largest. If that would be `item` itself, nothing changes.
    mutating func replaceTop(after item: Int) {
        guard items[0] > item else { return }
        items[0] = item
        sink()
    }

    private mutating func rise(from start: Int, notAbove limit: Int) {
        let item = items[start]
        var place = start
        while place > limit {
            let parent = (place - 1) / 2
            guard item > items[parent] else { break }
            items[place] = items[parent]
            place = parent
        }
        items[place] = item
    }

    /// Down along the larger children to the bottom, then up again: fewer comparisons than stopping on the way, and
    /// another order of the items.
    private mutating func sink() {
        let item = items[0]
        var place = 0
        while 2 * place + 1 < items.count {
            var child = 2 * place + 1
            if child + 1 < items.count, !(items[child] > items[child + 1]) { child += 1 }
            items[place] = items[child]
            place = child
        }
        items[place] = item
        rise(from: place, notAbove: 0)
    }
}
