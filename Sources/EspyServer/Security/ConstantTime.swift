/// Comparing without telling, by the time it takes, how much of a guess was right.
package enum ConstantTime {
    /// How long they are may be seen, what they are may not.
    package static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        guard first.count == second.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(first, second) { difference |= a ^ b }
        return difference == 0
    }
}
