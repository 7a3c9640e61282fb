package import EspyPixels

/// One way to understand a photo: these things are to be counted.
package struct Explanation: Sendable {
    /// What the network was shown.
    package let examples: [Rect]
    /// Without doubles, the best first.
    package let finds: [SeekerFind]
    /// Where to cut the list of finds.
    package private(set) var cut: Cut
    /// How likely this is what is meant, among the explanations of the photo, 0…1.
    package var confidence = 1.0

    package init(examples: [Rect], finds: [SeekerFind], cut: Cut) {
        self.examples = examples
        self.finds = finds
        self.cut = cut
    }

    /// The same, cut more like other photos of the same things had to be.
    ///
    /// - Parameter cuts: of these; nil or none: nothing is known.
    package func learning(from cuts: [Double]?) -> Explanation {
        guard let cuts, !cuts.isEmpty else { return self }
        var taught = self
        taught.cut = cut.moved(towards: cuts.reduce(0, +) / Double(cuts.count))
        return taught
    }

    /// The same with some of the finds alone.
    ///
    /// - Parameter isKept: told the place of a find.
    func keeping(_ isKept: (Int) -> Bool) -> Explanation {
        var result = Explanation(examples: examples, finds: finds.indices.filter(isKept).map { finds[$0] }, cut: cut)
        result.confidence = confidence
        return result
    }

    /// How many of the finds count.
    package var count: Int { cut.count(finds, above: cut.middle) }
    /// The finds that count.
    package var counted: ArraySlice<SeekerFind> { finds.prefix(count) }
    /// A box to show what is meant.
    package var example: Rect? { examples.first ?? finds.first?.box }
}
