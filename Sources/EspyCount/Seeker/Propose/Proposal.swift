package import EspyPixels

/// A whole thing that would make a good example.
package struct Proposal: Sendable {
    /// In pixels of the photo.
    package let box: Rect
    /// How sure the network is that it is one thing, well framed, 0…1.
    package let score: Double
    /// What it looks like, at length 1: see ``ExampleFeatures/likeness``.
    package let likeness: [Float]
    /// As ``SeekerScale/side(of:)``.
    package let side: Double

    package init(box: Rect, score: Double, likeness: [Float]) {
        self.box = box
        self.score = score
        self.likeness = likeness
        side = SeekerScale.side(of: box)
    }
}
