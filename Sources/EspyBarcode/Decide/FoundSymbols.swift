import EspyPixels

/// The symbols of a picture, each of them once however often it was seen.
struct FoundSymbols {
    private var all: [(symbol: RegionReader.Symbol, barcode: Barcode)] = []

    /// - Parameter scale: pixels of the picture per pixel in which the quads are given.
    mutating func add(_ symbols: [RegionReader.Symbol], _ scale: Double) {
        for symbol in symbols {
            let barcode = symbol.barcode(scale: scale)
            guard let rival = all.firstIndex(where: { overlaps($0.barcode.quad, barcode.quad) }) else {
                all.append((symbol, barcode))
                continue
            }
            // Of two readings of one place the surer one stands; the same value keeps what add-on was seen.
            let old = all[rival]
            if old.symbol.sureness < symbol.sureness && (old.barcode.addOn == nil || barcode.addOn != nil) {
                all[rival] = (symbol, barcode)
            }
        }
    }

    private func overlaps(_ first: Quad, _ second: Quad) -> Bool {
        first.contains(second.center) || second.contains(first.center)
    }

    var barcodes: [Barcode] {
        all.map { $0.barcode }.sorted { ($0.quad.center.y, $0.quad.center.x) < ($1.quad.center.y, $1.quad.center.x) }
    }
}
