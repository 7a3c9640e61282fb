public import EspyBarcode

/// Whatever knows books, and tells which of them a spine is.
public protocol BookMatcher: Sendable {
    /// The book whose title and author are on a spine; nil unless one clearly is.
    ///
    /// - Parameter text: what was read, wrong letters and missing words included.
    func match(_ text: String) -> Shelf.CatalogueMatch?

    /// The book with this number.
    func book(_ isbn: ISBN) -> Shelf.CatalogueMatch?
}

extension Catalogue: BookMatcher {
    public func book(_ isbn: ISBN) -> Shelf.CatalogueMatch? {
        guard let index = books.firstIndex(where: { $0.has(isbn) }) else { return nil }
        return Shelf.CatalogueMatch(
            index: index, title: books[index].title, author: books[index].author, isbn: isbn, confidence: 1)
    }
}
