package import Espy
package import EspyPixels

extension HistoryResult {
    /// A photo with marks on what was found, as the command line draws it.
    ///
    /// - Parameter image: the upright photo at any size. The marks of boxes and shelves are in pixels of the photo as it
    ///   was, so that a smaller copy is enlarged for them.
    package func drawn(on image: RGBImage, _ caption: CountAnnotator.Caption) -> RGBImage {
        switch self {
        case .count(let count): CountAnnotator(caption: caption).annotate(count, on: image)
        case .rack(let rack): RackAnnotator().annotate(rack, on: image.enlarged(to: self))
        case .shelf(let shelf): ShelfAnnotator().annotate(shelf, on: image.enlarged(to: self))
        }
    }
}

extension RGBImage {
    /// As large as the photo was that a result is about.
    func enlarged(to result: HistoryResult) -> RGBImage {
        width == result.width ? self : resized(width: result.width, height: result.height)
    }
}
