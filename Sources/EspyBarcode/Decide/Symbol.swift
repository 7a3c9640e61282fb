import EspyPixels

extension RegionReader {
    /// A symbol that is beyond doubt.
    struct Symbol {
        let value: String
        let symbology: Barcode.Symbology
        let addOn: String?
        let quad: Quad
        let sureness: Float

        init?(_ group: SymbolGroup, _ reader: RegionReader) {
            guard group.isSure, let row = group.rows.first else { return nil }
            let digits = row.choice.digits.map(String.init).joined()
            if row.reading.layout.slots.count == 12 {
                // UPC-A is EAN-13 with a zero in front that people do not see.
                symbology = row.choice.parity == 0 ? .upcA : .ean13
                value = symbology == .upcA ? digits : String(row.choice.parity) + digits
            } else {
                symbology = .ean8
                value = digits
            }
            addOn = symbology == .ean8 ? nil : AddOnReader(rows: group.rows).value
            quad = SymbolOutline(group.rows, reader).quad
            sureness = group.sureness
        }

        func barcode(scale: Double) -> Barcode {
            Barcode(value: value, symbology: symbology, addOn: addOn, quad: quad.map { $0 * scale })
        }
    }
}
