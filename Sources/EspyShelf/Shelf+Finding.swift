public import EspyBarcode

extension Shelf {
    /// The one thing to tell of a picture that has room for one: bar codes go before spines, and those before text.
    ///
    /// All layers are in the ``Shelf`` itself; this hides what is not the first.
    public enum Finding: Sendable, Equatable {
        case barcodes([Barcode])
        case spines([Spine])
        case text([TextRegion])
        case nothing
    }

    /// Nil for a picture that was skipped or failed: nothing is known of it.
    public var finding: Finding? {
        guard outcome == .processed else { return nil }
        if !barcodes.isEmpty { return .barcodes(barcodes) }
        if !spines.isEmpty { return .spines(spines) }
        return text.isEmpty ? .nothing : .text(text)
    }
}
