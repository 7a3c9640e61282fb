import CMath
import EspyBase
package import EspyPixels

/// A photo as the seeker sees it, at any scale.
struct SeekerView: Sendable {
    let models: SeekerModels
    let image: RGBImage
    let photo: SeekerPhoto

    init(models: SeekerModels, image: RGBImage) {
        self.models = models
        self.image = image
        photo = models.memory.photo(image)
    }

    /// Scales at which examples are proposed, the coarsest first; enlargement is limited.
    var pyramid: [Double] {
        SeekerScale.pyramid.map { $0 / Double(max(image.width, image.height)) }.filter {
            $0 <= SeekerScale.mostProposed
        }
        .reversed()
    }

    /// Returns the maps at a scale, from memory if they are there.
    func maps(scale: Double) throws(CountError) -> FeatureMaps {
        try photo.maps(scale: scale) { () throws(CountError) in
            if Task.isCancelled { throw .cancelled }
            let width = max(Int((Double(image.width) * scale).rounded()), 32)
            let height = max(Int((Double(image.height) * scale).rounded()), 32)
            let scaled = image.resized(width: width, height: height)
            return try FeatureExtractor(networks: models.networks).maps(
                of: scaled, scaleX: Double(width) / Double(image.width), scaleY: Double(height) / Double(image.height))
        }
    }

    /// Returns the maps at the scale at which these boxes have the normal size.
    func maps(for boxes: [Rect], grid: SeekerScale.Grid = .fine) throws(CountError) -> FeatureMaps {
        let side = Statistics(boxes.map { SeekerScale.side(of: $0) })?.median ?? SeekerScale.normalSide
        return try maps(
            scale: SeekerScale.scale(side: side, width: image.width, height: image.height, grid: grid))
    }
}

/// The sizes at which a photo is processed.
///
/// The networks expect things of one size: the photo is scaled so that the example has it. Scales lie on a fixed grid,
/// so that examples of nearly the same size share their maps, whatever the order of requests.
package enum SeekerScale {
    /// Side in pixels of an example after scaling.
    package static let normalSide = 40.0
    /// Long sides of the pyramid in which examples are proposed, finest first.
    static let pyramid: [Double] = (0..<5).map { longest * pow(step, -Double(stepsPerLevel * $0)) }
    /// The most that a photo is enlarged to find proposals.
    static let mostProposed = 3.0

    private static let longest = 1600.0
    private static let stepsPerLevel = 10
    /// The factor between two levels of the pyramid is 1.6.
    private static let step = pow(1.6, 1 / Double(stepsPerLevel))
    /// The largest scaled photo, in pixels: its maps take 48 MB.
    private static let mostPixels = 8_000_000.0
    /// The longest side of a scaled photo.
    private static let mostSide = 2_600.0

    /// Side of a box for the networks: for long things it is less than the root of the area.
    package static func side(of box: Rect) -> Double {
        max(2, min((box.width * box.height).squareRoot(), 2.5 * min(box.width, box.height)))
    }

    /// The precision of scales.
    package enum Grid: Sendable {
        /// For the user's examples: within 2.5% of their size.
        case fine
        /// For proposals: within 10%, so that many proposals share few maps.
        case coarse

        /// Steps within a level of the pyramid that are on the grid.
        fileprivate var steps: [Double] { self == .fine ? (0..<stepsPerLevel).map(Double.init) : [0, 3, 7] }
        /// The most that a photo is enlarged.
        fileprivate var mostEnlarged: Double { self == .fine ? 5 : SeekerScale.mostProposed }
    }

    /// Returns the scale on the grid at which things of this side are closest to ``normalSide``.
    ///
    /// - Parameters:
    ///   - side: in pixels of the photo.
    ///   - width, height: of the photo.
    /// - Returns: pixels of the scaled photo per pixel of the photo.
    package static func scale(side: Double, width: Int, height: Int, grid: Grid = .fine) -> Double {
        let unit = longest / Double(max(width, height))
        let most = min(
            grid.mostEnlarged, mostSide / Double(max(width, height)),
            (mostPixels / (Double(width) * Double(height))).squareRoot())
        let wanted = log(min(normalSide / max(side, 1), most) / unit) / log(step)
        let level = (wanted / Double(stepsPerLevel)).rounded(.down) * Double(stepsPerLevel)
        let places = (grid.steps + [Double(stepsPerLevel)]).map { level + $0 }
        let nearest = places.min { abs($0 - wanted) < abs($1 - wanted) } ?? wanted
        return unit * pow(step, nearest)
    }
}
