import EspyCodecs
public import EspyPixels

extension SampleScene {
    /// Paints the photo, as the sensor delivers it.
    ///
    /// - Throws: what the encoder throws when a value does not fit its symbol.
    public func rendered() throws -> RGBImage {
        var canvas = Canvas(width: width, height: height, projection: Projection(of: self))
        try canvas.paint(self)
        canvas.smear(optics.motion)
        canvas.blur(optics.blur)
        return canvas.developed(optics, seed: seed)
    }

    /// The photo as a JPEG file of the scene's quality.
    public func jpeg() throws -> [UInt8] {
        try ImageEncoder.jpeg(rendered(), quality: optics.quality)
    }

    /// The photo after it went through a JPEG file, with the losses of that.
    public func photographed() throws -> RGBImage {
        try ImageDecoder().decode(jpeg())
    }
}
