import EspyPixels
import Foundation

/// The position of a book in space.
struct BookPose {
    /// The lower left corner of the spine as it stands, or the upper left one as it lies.
    let head: Vector
    /// Across the spine and along it, from the head down: both with the lengths of the spine.
    let across: Vector
    let along: Vector
    /// From the spine to the edge of the pages.
    let back: Vector

    init(_ book: SampleBook) {
        let foot = Vector(book.foot.x, book.foot.y, -book.recess)
        back = Vector(0, 0, -book.reach)
        if book.isLying {
            // The head is on the right, and the former left side is on top.
            head = foot + Vector(book.length, -book.thickness, 0)
            across = Vector(0, book.thickness, 0)
            along = Vector(-book.length, 0, 0)
            return
        }
        let (sine, cosine) = (sin(book.lean), cos(book.lean))
        along = Vector(-sine, cosine, 0) * book.length
        across = Vector(cosine, sine, 0) * book.thickness
        // A leaning book stands on the lower corner of its spine.
        let lowest = book.lean > 0 ? foot + Vector(0, -across.y, 0) : foot
        head = lowest - along
    }

    var spine: Patch { patch(from: head, across, along) }
    var left: Patch { patch(from: head + back, -back, along) }
    var right: Patch { patch(from: head + across + back, -back, along) }
    var top: Patch { patch(from: head + back, across, -back) }
    var bottom: Patch { patch(from: head + along + back, across, -back) }

    private func patch(from origin: Vector, _ across: Vector, _ along: Vector) -> Patch {
        Patch(origin: origin, across: across, along: along, low: .zero, high: SIMD2(repeating: 1))
    }

    /// The visible corners of the spine: top left, top right, bottom right, bottom left in the picture.
    func corners(isLying: Bool) -> [Vector] {
        let corners = [head, head + across, head + across + along, head + along]
        // A lying book has its foot on the left.
        return isLying ? [corners[3], corners[0], corners[1], corners[2]] : corners
    }
}
