public import EspyPixels

extension Recipe.Sample {
    /// Cuts a thing out of a photo that is to be counted.
    ///
    /// - Parameter box: in pixels of the picture in the file.
    /// - Throws: ``RecipeError/outsidePhoto(x:y:width:height:)``
    public init(_ box: Rect, in photo: CountPhoto) throws(RecipeError) {
        let across = Double(photo.image.width) / Double(max(photo.width, 1))
        let down = Double(photo.image.height) / Double(max(photo.height, 1))
        do throws(RecipeError) {
            try self.init(box.scaled(x: across, y: down), in: photo.image)
        } catch .outsidePhoto { throw .outsidePhoto(x: box.x, y: box.y, width: box.width, height: box.height) }
    }
}
