public import EspyPixels

/// A photo to count in, decoded no larger than counting needs: a picture of 12 megapixels takes 36 MB, half its size 9
/// MB.
public struct CountPhoto: Sendable {
    /// The least long side that decoding keeps, in pixels. Three times the input of a detector, so that tiles still
    /// show small things at full sharpness.
    public static let longSide = 1920

    /// The decoded picture.
    public let image: RGBImage
    /// Size of the upright picture in the file. Positions in the result are pixels of this.
    public let width: Int
    public let height: Int
    /// Which picture of its file this is.
    public internal(set) var source = PictureSource()

    /// Uses a picture that is already decoded.
    ///
    /// - Parameters:
    ///   - width: of the original picture, of which `image` may be a smaller copy.
    ///   - longSide: An image at least twice as long is shrunk, as the decoder does if the format allows it.
    public init(_ image: RGBImage, width: Int, height: Int, longSide: Int = CountPhoto.longSide) {
        let factor = max(image.width, image.height) / max(longSide, 1)
        self.image =
            factor < 2
            ? image : image.resized(width: max(image.width / factor, 1), height: max(image.height / factor, 1))
        self.width = width
        self.height = height
    }

    /// From pixels of the file to pixels of ``image``.
    private var scale: (x: Double, y: Double) {
        (Double(image.width) / Double(max(width, 1)), Double(image.height) / Double(max(height, 1)))
    }

    /// The options in pixels of ``image``.
    ///
    /// - Throws: the reason why they cannot be used.
    package func shrunk(_ options: CountOptions) throws(CountError) -> CountOptions {
        try options.check(width: width, height: height)
        return options.scaled(x: scale.x, y: scale.y)
    }

    /// A count in ``image``, in pixels of the file.
    package func enlarged(_ small: Count, _ options: CountOptions) -> Count {
        var count = small
        count.note(source)
        count.width = width
        count.height = height
        let pipeline = count.parameters.pipeline
        count.parameters = options
        // The pipeline that actually counted.
        count.parameters.pipeline = pipeline
        for index in count.detections.indices { count.detections[index].stretch(1 / scale.x, 1 / scale.y) }
        count.scale?.pixelsPerUnit /= (scale.x * scale.y).squareRoot()
        count.candidates = count.candidates?.map { $0.stretched(1 / scale.x, 1 / scale.y) }
        count.alternatives = count.alternatives?.map { alternative in
            var alternative = alternative
            alternative.example = alternative.example.scaled(x: 1 / scale.x, y: 1 / scale.y)
            return alternative
        }
        return count
    }
}

extension Count.Detection {
    fileprivate mutating func stretch(_ horizontal: Double, _ vertical: Double) {
        x *= horizontal
        y *= vertical
        width *= horizontal
        height *= vertical
        size = size?.stretched(horizontal, vertical)
    }
}
