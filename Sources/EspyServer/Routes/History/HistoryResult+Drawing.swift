package import Espy
package import EspyPixels

extension HistoryResult {
    /// A photo with marks on what was found, as the command line draws it.
    ///
    /// - Parameter image: the upright photo at any size.
    package func drawn(on image: RGBImage, _ caption: CountAnnotator.Caption) -> RGBImage {
        switch self {
        case .count(let count): CountAnnotator(caption: caption).annotate(count, on: image)
        case .rack(let rack): RackAnnotator().annotate(rack, on: image)
        case .shelf(let shelf): ShelfAnnotator().annotate(shelf, on: image)
        }
    }
}
