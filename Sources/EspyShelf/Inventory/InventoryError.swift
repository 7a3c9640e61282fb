/// Why an inventory cannot be taken.
public enum InventoryError: Error, Sendable, Equatable {
    /// So many spines are not held against a list of so many books at once.
    case tooMuch(spines: Int, books: Int)
}
