package import EspyPixels

/// The colors that a photo is called by.
package struct DominantColors: Sendable, Equatable {
    /// The most prominent first, at most three.
    package let shares: [ColorShare]
    /// Whether there is hardly any color in it.
    let isMonochrome: Bool
    /// How much of the area is gray to the eye, from 0 to 1, if perhaps not to the camera.
    let neutral: Double

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

/// Which color has which name: some tints of each, chosen by us; a color is called as the nearest of them.
private enum ColorPalette {
    /// Differences in lightness count less than those in hue: a thing in the shade keeps its name.
    private static let lightnessWeight: Float = 0.6

    static func name(of color: OKLab) -> ColorName {
        var (best, nearest) = (ColorName.black, Float.infinity)
        for (tint, name) in anchors {
            let (l, a, b) = (color.lightness - tint.lightness, color.a - tint.a, color.b - tint.b)
            let distance = lightnessWeight * l * l + a * a + b * b
            if distance < nearest { (nearest, best) = (distance, name) }
        }
        return best
    }

    /// How much more a name says than “gray” for the same area: a little magenta is noticed, a little gray is not.
    static func weight(of name: ColorName) -> Double {
        switch name {
        case .gray: 1
        case .black, .white: 1.2
        case .brown: 1.4
        case .green, .blue: 2
        default: 3
        }
    }

    private static let anchors: [(OKLab, ColorName)] = tints.flatMap { name, colors in
        colors.map { color in
            let tint = OKLab(
                red: UInt8(color >> 16), green: UInt8(color >> 8 & 0xFF), blue: UInt8(color & 0xFF))
            return (tint, name)
        }
    }

    /// As 0xRRGGBB.
    private static let tints: [(ColorName, [UInt32])] = [
        (.black, [0x0A0A0A, 0x1C1C1E, 0x201A18, 0x2A2A2C]),
        (.gray, [0x4A4A4A, 0x6E6E6E, 0x909090, 0xB4B4B4, 0x7D8288, 0x8A857C]),
        (.white, [0xF8F8F8, 0xE6E6E6, 0xECEBE4, 0xE4E9EE, 0xD6D6D6, 0xD8D4CC]),
        (.brown, [0x3D2818, 0x5A3A22, 0x7A5230, 0x96714C, 0xA98C6C, 0x6B4A3A]),
        (.red, [0xB01C1C, 0xD8261F, 0x8C1616, 0xC8403A, 0xE03C46]),
        (.orange, [0xE8701A, 0xF58A1F, 0xD96A2A, 0xF09A50, 0xC85A14]),
        (
            .gold,
            [
                0xC8961E, 0xB8862C, 0xD9A53A, 0xA8802A, 0xE0B458, 0x8C6A14, 0x6E5210, 0xC8A45A, 0x7C5C1C, 0xA07820,
            ]
        ),
        (.yellow, [0xF4D51E, 0xF8E24A, 0xE8CC28, 0xF5E88A, 0xDCB82A, 0xF0C83C]),
        (.lime, [0xA4C81E, 0xB8D84A, 0x8FB81E, 0xC4DC78, 0x9CB848]),
        (.green, [0x2E7A2E, 0x3F9142, 0x1E5A28, 0x6A9A4A, 0x58803C, 0x3C5A2A, 0x7AA868]),
        (.teal, [0x127A6A, 0x1E8C7A, 0x0F5A50, 0x4A9680, 0x5EA890]),
        (.cyan, [0x28B8D0, 0x5CCFE0, 0x8ADBE6, 0x1E9EBE, 0xA4E0E8, 0x50B4B4, 0x2A8A9A, 0x7CC4CC, 0x14707E]),
        (.blue, [0x1C4AB0, 0x2E6AD8, 0x16327A, 0x5088D4, 0x7AA6DC, 0x3A5A8C, 0x4878B4]),
        (.purple, [0x6A2C96, 0x8A4AB8, 0x4A1E6E, 0x9A78BC, 0x74508C]),
        (.magenta, [0xC81E96, 0xD840B0, 0xA01878, 0xB83C8C]),
        (.pink, [0xF08CB0, 0xF8B4C8, 0xE8688E, 0xF4C8D0, 0xE8A0A8]),
    ]
}
