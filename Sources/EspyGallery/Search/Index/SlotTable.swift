/// Which slot each photo has, by its number: a dictionary, but asked a hundred thousand times for one search.
///
/// Numbers are given one after the other, so nearly all of them are small, and stand in a list.
struct SlotTable {
    private var list: [Int32] = []
    private var others: [Int: Int] = [:]
    /// How many photos there are.
    private(set) var count = 0

    /// Larger numbers are not in the list, so that no file can ask for more than 16 MB.
    private static let longest = 1 << 22
    private static let none: Int32 = -1

    subscript(photo: Int) -> Int? {
        @inline(__always) get {
            guard list.indices.contains(photo) else { return others.isEmpty ? nil : others[photo] }
            return list[photo] < 0 ? nil : Int(list[photo])
        }
        set {
            count += (newValue == nil ? 0 : 1) - (self[photo] == nil ? 0 : 1)
            guard 0..<Self.longest ~= photo, (newValue ?? 0) <= Int(Int32.max) else {
                others[photo] = newValue
                return
            }
            if photo >= list.count {
                guard newValue != nil else { return }
                list.append(contentsOf: repeatElement(Self.none, count: photo + 1 - list.count))
            }
            list[photo] = newValue.map { Int32($0) } ?? Self.none
        }
    }

    /// All slots, in no certain order.
    package var values: [Int] { list.filter { $0 >= 0 }.map { Int($0) } + others.values }
}
