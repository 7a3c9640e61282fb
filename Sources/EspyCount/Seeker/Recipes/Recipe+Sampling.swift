import EspyCodecs
package import EspyPixels
import Foundation

extension Recipe.Sample {
    /// Around a thing so many of its sides are kept: what lies there decides what the networks see at its border.
    package static let surroundings = 1.6
    /// Side of a thing that is kept; larger ones are shrunk. Twice what the networks of today look at.
    package static let mostThing = 2 * SeekerScale.normalSide

    /// Cuts a thing out of a photo.
    ///
    /// - Parameters:
    ///   - box: in pixels of the photo.
    ///   - border: of the side of the thing, kept around it.
    /// - Throws: ``RecipeError/outsidePhoto(x:y:width:height:)``
    package init(_ box: Rect, in photo: RGBImage, surroundings border: Double = surroundings) throws(RecipeError) {
        let whole = Rect(x: 0, y: 0, width: Double(photo.width), height: Double(photo.height))
        guard [box.x, box.y, box.width, box.height].allSatisfy(\.isFinite), box.width > 0, box.height > 0,
            let inside = whole.intersection(box), inside.width >= 1, inside.height >= 1
        else { throw .outsidePhoto(x: box.x, y: box.y, width: box.width, height: box.height) }
        let side = SeekerScale.side(of: inside)
        let margin = border * side
        let left = max(0, (inside.x - margin).rounded(.down))
        let top = max(0, (inside.y - margin).rounded(.down))
        let right = min(whole.width, (inside.maxX + margin).rounded(.up))
        let bottom = min(whole.height, (inside.maxY + margin).rounded(.up))
        let crop = photo.cropped(to: Rect(x: left, y: top, width: right - left, height: bottom - top))
        let most = Double(Recipe.mostSide) / Double(max(crop.width, crop.height))
        let factor = min(1, Self.mostThing / side, most)
        let width = min(max(Int((Double(crop.width) * factor).rounded()), 1), Recipe.mostSide)
        let height = min(max(Int((Double(crop.height) * factor).rounded()), 1), Recipe.mostSide)
        let kept = factor < 1 ? crop.resized(width: width, height: height) : crop
        let (across, down) = (Double(kept.width) / Double(crop.width), Double(kept.height) / Double(crop.height))
        let thing = Rect(
            x: (inside.x - left) * across, y: (inside.y - top) * down, width: max(inside.width * across, 1),
            height: max(inside.height * down, 1))
        guard let bytes = try? ImageEncoder.png(kept) else { throw .unusableExample }
        self.init(
            picture: Data(bytes), box: thing.held(within: kept), share: min(side / max(whole.width, whole.height), 1))
    }
}

extension Rect {
    /// Without what rounding has put beyond the border.
    fileprivate func held(within image: RGBImage) -> Rect {
        let (width, height) = (Double(image.width), Double(image.height))
        let (left, top) = (min(max(x, 0), width - 1), min(max(y, 0), height - 1))
        return Rect(x: left, y: top, width: min(self.width, width - left), height: min(self.height, height - top))
    }
}
