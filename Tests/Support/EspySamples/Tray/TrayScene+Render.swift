import EspyCodecs
public import EspyPixels

extension TrayScene {
    /// Renders the photo and its truth.
    public func rendered() -> (image: RGBImage, truth: TrayTruth) {
        let painter = TrayPainter(self)
        var canvas = Canvas(width: width, height: height, projection: projection(scale: 1))
        for row in 0..<height {
            for column in 0..<width {
                let above = 2 * row * painter.width + 2 * column
                let below = above + painter.width
                let sum =
                    painter.colors[above] + painter.colors[above + 1] + painter.colors[below]
                    + painter.colors[below + 1]
                canvas.pixels[row * width + column] = sum / 4
            }
        }
        canvas.smear(optics.motion)
        canvas.blur(optics.blur)
        return (canvas.developed(optics, seed: seed), TrayTruth(painter))
    }

    /// Renders the photo as a JPEG file of the scene's quality, and its truth.
    public func jpeg() throws -> (bytes: [UInt8], truth: TrayTruth) {
        let (image, truth) = rendered()
        return (try ImageEncoder.jpeg(image, quality: optics.quality), truth)
    }
}
