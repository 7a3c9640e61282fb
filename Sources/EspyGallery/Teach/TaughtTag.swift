/// A tag that a person taught by examples.
public struct TaughtTag: Sendable, Equatable, Codable {
    public let name: String
    /// Of ten photos that it would be given to, so many tenths are right; measured on examples and other photos that
    /// were not learned from. Other photos count as wrong, also where one of them would be right.
    public let precision: Double
    /// Which part of the examples it would be given to, had it not learned from them.
    public let recall: Double
    /// Photos that have it now by what was learned.
    public let count: Int

    package init(name: String, precision: Double, recall: Double, count: Int) {
        (self.name, self.precision, self.recall, self.count) = (name, precision, recall, count)
    }
}
