import EspyPixels

/// A photo rotated until its long things are horizontal, and squeezed along them until they are no longer long: the
/// networks recognize things of up to about six times their width.
struct LevelView: Sendable {
    let image: RGBImage
    /// From pixels of the photo to pixels of ``image``, and back.
    private let there: Homography
    private let back: Homography
    private let photo: Rect
    private let isTurned: Bool

    /// The longest side to process: things of a hundredth of this are still seen.
    private static let longSide = 2_600
    /// A rotated photo has empty corners, which are filled with the color of its border.
    private static let least = 8

    /// - Parameters:
    ///   - degrees: direction of the things, clockwise from horizontal.
    ///   - squeeze: the factor by which they are shortened.
    init?(of photo: RGBImage, degrees: Double, squeeze: Double) {
        let small = photo.fitted(longSide: Self.longSide)
        let turned = degrees == 0 ? small : small.rotated(byDegrees: -degrees, background: small.borderColor)
        let width = max(Int((Double(turned.width) / squeeze).rounded()), Self.least)
        image = turned.resized(width: width, height: turned.height)
        let middle = Point(x: Double(photo.width) / 2, y: Double(photo.height) / 2)
        let scale = Point(
            x: Double(small.width) / Double(photo.width), y: Double(small.height) / Double(photo.height))
        let side = Double(width) / Double(turned.width)
        let center = Point(x: Double(turned.width) / 2, y: Double(turned.height) / 2)
        let arm = Point(x: 1, y: 0).rotated(byDegrees: -degrees, around: Point(x: 0, y: 0))
        let linear = Homography(
            a: arm.x * scale.x * side, b: -arm.y * scale.y * side, c: center.x * side, d: arm.y * scale.x,
            e: arm.x * scale.y, f: center.y, g: 0, h: 0, i: 1)
        there = Homography.scaling(1, afterMovingBy: middle * -1).then(linear)
        guard let inverse = there.inverse else { return nil }
        back = inverse
        self.photo = Rect(x: 0, y: 0, width: Double(photo.width), height: Double(photo.height))
        isTurned = degrees.remainder(dividingBy: 90) != 0
    }

    /// Bounds of a box of the photo in ``image``.
    func level(_ box: Rect) -> Rect { there.apply(Quad(box)).bounds }

    /// Bounds of a box of ``image`` in the photo.
    func upright(_ box: Rect) -> Rect { back.apply(Quad(box)).bounds }

    func level(_ point: Point) -> Point { there.apply(point) }

    /// Whether a place in ``image`` shows a part of the photo.
    func shows(_ point: Point) -> Bool { photo.contains(back.apply(point)) }

    /// Length divided by width of a box, measured in the photo.
    func length(of box: Rect) -> Double {
        let corners = back.apply(Quad(box))
        return corners.meanWidth / max(corners.meanHeight, 1e-6)
    }

    /// Options in pixels of ``image``.
    ///
    /// - Parameter examples: already in pixels of ``image``.
    func options(_ options: CountOptions, examples: [Rect]) -> CountOptions {
        var result = options
        result.pipeline = .seeker
        result.like = examples.first
        result.alsoLike = Array(examples.dropFirst())
        result.unlike = options.unlike.map(level)
        result.region = options.region.map { $0.map(level) }
        // Nothing exists beyond the photo, and its border cuts things.
        if isTurned, options.region == nil { result.region = there.apply(Quad(photo)).corners }
        result.exclusions = options.exclusions.map { $0.map(level) }
        result.regions = options.regions.map { .init(name: $0.name, corners: $0.corners.map(level)) }
        return result
    }

    /// Converts a count in ``image`` to one in the photo.
    func upright(_ count: Count, options: CountOptions) -> Count {
        var result = count
        (result.width, result.height) = (Int(photo.width), Int(photo.height))
        result.parameters = options
        result.parameters.pipeline = .seeker
        let boxes = count.detections.map { photo.intersection(upright($0.rect)) ?? upright($0.rect) }
        result.detections = readingOrder(of: boxes).map { place in
            var detection = count.detections[place]
            let box = boxes[place]
            (detection.x, detection.y, detection.width, detection.height) = (box.x, box.y, box.width, box.height)
            return detection
        }
        result.candidates = count.candidates?.map { Count.PossibleThing(upright($0.rect), confidence: $0.confidence) }
        result.alternatives = count.alternatives?.map { alternative in
            var alternative = alternative
            alternative.example = upright(alternative.example)
            return alternative
        }
        return result
    }
}

extension RGBImage {
    /// Mean color of the outermost pixels.
    fileprivate var borderColor: Color {
        var (sum, number) = (SIMD3<Int>.zero, 0)
        func add(_ x: Int, _ y: Int) {
            let at = 3 * (y * width + x)
            sum &+= SIMD3(Int(pixels[at]), Int(pixels[at + 1]), Int(pixels[at + 2]))
            number += 1
        }
        for x in 0..<width { for y in [0, height - 1] { add(x, y) } }
        for y in 0..<height { for x in [0, width - 1] { add(x, y) } }
        let mean = sum / max(number, 1)
        return Color(red: UInt8(mean.x), green: UInt8(mean.y), blue: UInt8(mean.z))
    }
}
