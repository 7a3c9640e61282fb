import EspyBarcode
import EspyPixels

extension Shelf {
    /// Takes up the bar codes of the picture. The number of a book belongs to the spine that the middle of its bars lies
    /// on; where spines overlap, to the one whose own middle is nearest.
    mutating func add(_ found: [Barcode]) {
        barcodes += found
        for barcode in found {
            guard let isbn = barcode.isbn else { continue }
            let middle = barcode.quad.center
            let around = spines.indices.filter { spines[$0].quad.contains(middle) }
            let nearest = around.min {
                spines[$0].quad.center.distance(to: middle) < spines[$1].quad.center.distance(to: middle)
            }
            if let nearest { spines[nearest].isbn = isbn }
        }
    }

    /// Names the books whose numbers were read, which is surer than any text.
    mutating func name(by catalogue: any BookMatcher) {
        for index in spines.indices {
            guard let book = spines[index].isbn.flatMap(catalogue.book) else { continue }
            var reading = spines[index].reading ?? Reading(text: "", confidence: 0)
            reading.book = book
            spines[index].reading = reading
        }
    }

    /// The same shelf with the books that a list knows, by number or by what was read on their spines.
    public func named(by catalogue: any BookMatcher) -> Shelf {
        var shelf = self
        for index in spines.indices where spines[index].isbn == nil {
            guard let text = spines[index].reading?.text, let book = catalogue.match(text) else { continue }
            shelf.spines[index].reading?.book = book
        }
        shelf.name(by: catalogue)
        return shelf
    }
}
