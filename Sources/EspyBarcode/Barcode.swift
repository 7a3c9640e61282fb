public import EspyPixels

/// A bar code of the EAN family as a photo shows it.
public struct Barcode: Sendable, Equatable {
    public enum Symbology: String, Sendable, CaseIterable {
        case ean13, ean8, upcA
    }

    /// The digits, the check digit included: 13 for EAN-13, 8 for EAN-8, 12 for UPC-A.
    public let value: String
    public let symbology: Symbology
    /// The two or five digits of the smaller symbol on the right, where there is one.
    public let addOn: String?
    /// The bars in pixels of the upright image, from the symbol's own top left corner clockwise.
    public let quad: Quad

    public init(value: String, symbology: Symbology, addOn: String? = nil, quad: Quad) {
        (self.value, self.symbology, self.addOn, self.quad) = (value, symbology, addOn, quad)
    }

    /// The number of the book, or `nil` for what is not a book.
    public var isbn: ISBN? { symbology == .ean13 ? ISBN(digits: value) : nil }
}
