/// Which row of a table belongs to which photo. Rows only come; one whose photo has gone stays, and says so.
struct SlotRows {
    /// Whose each row is; -1 for one that has gone.
    private(set) var slots: [Int] = []
    /// Where the row of a slot stands.
    private var rows: [Int: Int] = [:]

    /// The next row is that of this slot.
    mutating func append(_ slot: Int) {
        rows[slot] = slots.count
        slots.append(slot)
    }

    mutating func remove(_ slot: Int) {
        if let row = rows.removeValue(forKey: slot) { slots[row] = -1 }
    }
}
