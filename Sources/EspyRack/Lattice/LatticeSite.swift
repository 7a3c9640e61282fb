package import EspyPixels

/// One code as the lattice sees it: where it is and how large it is printed.
package struct LatticeSite: Sendable, Equatable {
    package var center: Point
    /// Mean side of the symbol in pixels.
    package var side: Double

    package init(center: Point, side: Double) {
        self.center = center
        self.side = side
    }
}
