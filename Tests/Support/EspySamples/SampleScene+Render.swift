import EspyCodecs
public import EspyPixels

extension SampleScene {
    /// Renders the photo, as the sensor delivers it.
    ///
    /// - Throws: the encoder's error if a value does not fit its symbol.
    public func rendered() throws -> RGBImage {
        var canvas = Canvas(width: width, height: height, projection: Projection(of: self))
        try canvas.paint(self)
        canvas.smear(optics.motion)
        canvas.blur(optics.blur)
        return canvas.developed(optics, seed: seed)
    }

    /// Renders the photo as a JPEG file of the scene's quality.
    public func jpeg() throws -> [UInt8] {
        try ImageEncoder.jpeg(rendered(), quality: optics.quality)
    }

    /// Renders the photo with the losses of a JPEG file.
    public func photographed() throws -> RGBImage {
        try ImageDecoder().decode(jpeg())
    }
}
