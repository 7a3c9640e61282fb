package import EspyPixels

/// The colors that a photo is called by.
package struct DominantColors: Sendable, Equatable {
    /// The most prominent first, at most three.
    package let shares: [ColorShare]
    /// Whether there is hardly any color in it.
    package let isMonochrome: Bool
    /// How much of the area is gray to the eye, from 0 to 1, if perhaps not to the camera.
    package let neutral: Double

    /// Colors on less of the area are not named.
    private static let least = 0.02
    private static let most = 3
    /// Side of the reduced picture; each of its pixels is the mean of an area, so that noise has no name.
    private static let side = 48
    /// Chroma that scans and cameras give to gray things.
    private static let grayChroma: Float = 0.012
    /// Chroma of white paper in the light of a lamp.
    private static let paperChroma: Float = 0.045

    /// - Parameter image: of any size; not empty.
    package init(of image: RGBImage) {
        let small = image.resized(width: Self.side, height: Self.side)
        var counts: [ColorName: Int] = [:]
        var (colored, neutral) = (0, 0)
        for index in stride(from: 0, to: small.pixels.count, by: 3) {
            let color = OKLab(
                red: small.pixels[index], green: small.pixels[index + 1], blue: small.pixels[index + 2])
            counts[ColorPalette.name(of: color), default: 0] += 1
            if color.chroma > Self.grayChroma { colored += 1 }
            if color.chroma <= Self.paperChroma { neutral += 1 }
        }
        let area = Double(Self.side * Self.side)
        let shares = ColorName.allCases.compactMap { name -> ColorShare? in
            let share = Double(counts[name] ?? 0) / area
            return share >= Self.least ? ColorShare(name: name, share: share) : nil
        }
        self.shares = Array(shares.sorted { Self.prominence($0) > Self.prominence($1) }.prefix(Self.most))
        isMonochrome = Double(colored) / area < 0.005
        self.neutral = Double(neutral) / area
    }

    /// People name what catches the eye, not what covers most: area counts by its square root.
    private static func prominence(_ color: ColorShare) -> Double {
        color.share.squareRoot() * ColorPalette.weight(of: color.name)
    }
}
