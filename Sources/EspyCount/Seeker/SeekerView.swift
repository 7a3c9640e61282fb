import EspyBase
import EspyPixels

/// A photo as the seeker looks at it, at any scale.
struct SeekerView: Sendable {
    let models: SeekerModels
    let image: RGBImage
    let photo: SeekerPhoto

    init(models: SeekerModels, image: RGBImage) {
        self.models = models
        self.image = image
        photo = models.memory.photo(image)
    }

    /// Scales over which examples are proposed, the coarsest first: nothing is enlarged beyond a limit.
    var pyramid: [Double] {
        SeekerScale.pyramid.map { $0 / Double(max(image.width, image.height)) }.filter {
            $0 <= SeekerScale.mostProposed
        }
        .reversed()
    }

    /// The maps at a scale, made anew unless they are remembered.
    func maps(scale: Double) throws(CountError) -> FeatureMaps {
        try photo.maps(scale: scale) { () throws(CountError) in
            if Task.isCancelled { throw .cancelled }
            let width = max(Int((Double(image.width) * scale).rounded()), 32)
            let height = max(Int((Double(image.height) * scale).rounded()), 32)
            let scaled = image.resized(width: width, height: height)
            return try MapMaker(networks: models.networks).maps(
                of: scaled, scaleX: Double(width) / Double(image.width), scaleY: Double(height) / Double(image.height))
        }
    }

    /// The maps at the scale at which these boxes have the normal size.
    func maps(for boxes: [Rect], grid: SeekerScale.Grid = .fine) throws(CountError) -> FeatureMaps {
        let side = Statistics(boxes.map { SeekerScale.side(of: $0) })?.median ?? SeekerScale.normalSide
        return try maps(
            scale: SeekerScale.scale(side: side, width: image.width, height: image.height, grid: grid))
    }
}
