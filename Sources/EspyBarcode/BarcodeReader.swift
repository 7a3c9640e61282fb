import EspyBase
public import EspyPixels

/// Reads barcodes of books and other goods: EAN-13, UPC-A and EAN-8, any number of them, at any angle.
///
/// ```swift
/// for barcode in try BarcodeReader().read(image.gray) { print(barcode.isbn ?? "not a book") }
/// ```
///
/// A value is returned if several scan lines agree on it and the check digit is right, so that a wrong one is rarer
/// than a misprint (docs/decisions/0015-barcodes.md).
public struct BarcodeReader: Sendable {
    public let options: BarcodeOptions

    public init(options: BarcodeOptions = .init()) { self.options = options }

    /// Returns all symbols of a picture, from top to bottom. It is slow enough that it should not run on the main
    /// thread.
    ///
    /// - Throws: if the calling task is canceled; a picture without symbols is not an error.
    public func read(_ image: GrayImage) throws(CancellationError) -> [Barcode] { try search(image) }

    /// Returns the barcodes and, rectified with upright stripes, the parts that are striped like barcodes of any kind.
    package func look(at image: GrayImage) throws(CancellationError) -> (barcodes: [Barcode], stripes: [GrayImage]) {
        var stripes: [GrayImage] = []
        let barcodes = try search(image) { region, level in
            if let straight = region.straightened(level) { stripes.append(straight) }
        }
        return (barcodes, stripes)
    }

    /// - Parameter visit: called with each region that is searched, and the picture that it is in.
    private func search(
        _ image: GrayImage, visit: (StripeRegion, GrayImage) -> Void = { _, _ in }
    ) throws(CancellationError) -> [Barcode] {
        let isQuick = options.effort == .quick
        var found = FoundSymbols()
        var level = image
        var scale = 1.0
        // Each level has half the pixels of the one before: wide bars become narrow.
        for _ in 0..<(isQuick ? 2 : 4) {
            guard min(level.width, level.height) >= 2 * StripeMap.side else { break }
            let map = StripeMap(level, every: isQuick && level.width * level.height > 1 << 19 ? 2 : 1)
            for region in StripeRegion.all(in: map, minimumWidth: 56).prefix(isQuick ? 6 : 40) {
                var reader = RegionReader(image: level, region: region, options: options)
                found.add(try reader.symbols(), scale)
                visit(region, level)
            }
            guard max(level.width, level.height) >= 400 else { break }
            level = level.halved
            scale *= 2
        }
        return found.barcodes
    }
}

/// A barcode of the EAN family in a photo.
public struct Barcode: Sendable, Equatable {
    public enum Symbology: String, Sendable, CaseIterable {
        case ean13, ean8, upcA
    }

    /// The digits, including the check digit: 13 for EAN-13, 8 for EAN-8, 12 for UPC-A.
    public let value: String
    public let symbology: Symbology
    /// The two or five digits of the smaller symbol on the right, if there is one.
    public let addOn: String?
    /// The bars in pixels of the upright image, clockwise from the symbol's own top left corner.
    public let quad: Quad

    public init(value: String, symbology: Symbology, addOn: String? = nil, quad: Quad) {
        (self.value, self.symbology, self.addOn, self.quad) = (value, symbology, addOn, quad)
    }

    /// The number of the book, or `nil` if it is not a book.
    public var isbn: ISBN? { symbology == .ean13 ? ISBN(digits: value) : nil }
}

/// Options for reading barcodes.
public struct BarcodeOptions: Sendable, Equatable {
    /// The amount of work, which is limited by the size of the picture, not by time.
    public enum Effort: String, Sendable, CaseIterable {
        /// A few lines across the most bar-like part: for frames of a camera, where the next one comes soon.
        case quick
        /// Many lines across everything that looks like bars, down to bars a pixel wide: for photos.
        case thorough
    }

    public var effort: Effort
    /// Whether to look for the shorter numbers of EAN-8, too.
    public var readsShort: Bool

    public init(effort: Effort = .thorough, readsShort: Bool = true) {
        (self.effort, self.readsShort) = (effort, readsShort)
    }
}
