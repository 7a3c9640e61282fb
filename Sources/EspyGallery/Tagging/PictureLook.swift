import EspyCodecs
package import EspyPixels

extension PhotoAnalysis.Kind {
    /// Least aspect ratio of a panorama; a single shot has a smaller one.
    private static let wide = 2.2
    /// The share of the area that must be nearly gray for a page of text.
    private static let neutral = 0.75
    /// The same for a possible page.
    private static let nearlyNeutral = 0.6

    /// Finds the kind of a picture.
    ///
    /// - Parameters:
    ///   - gray: upright, at its own size or reduced.
    ///   - colors: of the same picture.
    ///   - metadata: from its file.
    /// - Returns: the kind, and whether reading a photo may show that it is a document.
    static func of(
        _ gray: GrayImage, colors: DominantColors, metadata: PhotoMetadata
    ) -> (kind: Self, mayBeDocument: Bool) {
        let sides = (Double(max(gray.width, gray.height)), Double(max(min(gray.width, gray.height), 1)))
        if metadata.isScreenshot {
            return (.screenshot, false)
        } else if sides.0 / sides.1 >= wide, sides.1 >= 200 {
            return (.panorama, false)
        }
        guard colors.neutral >= nearlyNeutral else { return (.photo, false) }
        let look = DocumentDetector(gray)
        if colors.neutral >= neutral, look.isPage { return (.document, false) }
        return (.photo, look.mayBePage)
    }
}

/// Detects pages of text: bright paper with many small, letter-sized spots of ink.
///
/// It does not read any letters.
private struct DocumentDetector {
    /// Bright and uniform share of the area, from 0 to 1.
    let paper: Double
    /// Number of letter-sized spots of ink.
    let letters: Int
    /// The share of the ink in such spots, from 0 to 1.
    let share: Double

    var isPage: Bool { paper > 0.55 && letters >= 120 && share > 0.6 }
    /// Worth reading to find out: a page in front of a background, or in bad light.
    var mayBePage: Bool { paper > 0.4 && letters >= 100 && share > 0.5 }

    /// Long side of the analyzed picture, in pixels.
    private static let side = 800
    /// Ink is darker than the surrounding paper by at least this.
    private static let contrast = 30
    /// Lighting on paper is uneven: its brightness is measured in squares of this many pixels.
    private static let cell = 32
    private static let heights = 3...30
    private static let widths = 1...48

    /// - Parameter image: gray, upright.
    init(_ image: GrayImage) {
        let scale = min(Double(Self.side) / Double(max(image.width, image.height, 1)), 1)
        let small = image.resized(
            width: max(Int(Double(image.width) * scale), 1), height: max(Int(Double(image.height) * scale), 1))
        var (ink, bright) = Self.ink(small)
        paper = Double(bright) / Double(ink.count)
        var (count, inside, all) = (0, 0, 0)
        for start in ink.indices where ink[start] {
            let spot = Spot(from: start, width: small.width, clearing: &ink)
            all += spot.area
            guard Self.heights.contains(spot.height), Self.widths.contains(spot.width), spot.area >= 4 else { continue }
            count += 1
            inside += spot.area
        }
        letters = count
        share = Double(inside) / Double(max(all, 1))
    }

    /// Marks the pixels of ink, and counts those of paper.
    private static func ink(_ image: GrayImage) -> (ink: [Bool], paper: Int) {
        let (across, down) = (max(image.width / cell, 1), max(image.height / cell, 1))
        let coarse = image.resized(width: across, height: down)
        var (ink, paper) = ([Bool](repeating: false, count: image.width * image.height), 0)
        for y in 0..<image.height {
            let row = min(y / cell, down - 1) * across
            for x in 0..<image.width {
                let around = Int(coarse.pixels[row + min(x / cell, across - 1)])
                let value = Int(image.pixels[y * image.width + x])
                if value < around - contrast { ink[y * image.width + x] = true }
                if value > 110, value >= around - 8 { paper += 1 }
            }
        }
        return (ink, paper)
    }
}

/// Connected pixels of ink.
private struct Spot {
    private(set) var area = 0
    private var left: Int
    private var right: Int
    private var top: Int
    private var bottom: Int

    var width: Int { right - left + 1 }
    var height: Int { bottom - top + 1 }

    /// - Parameter ink: the spot is removed from it.
    init(from start: Int, width: Int, clearing ink: inout [Bool]) {
        (left, right, top, bottom) = (start % width, start % width, start / width, start / width)
        let rows = ink.count / width
        var waiting = [start]
        ink[start] = false
        while let next = waiting.popLast() {
            let (x, y) = (next % width, next / width)
            area += 1
            (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
            for row in max(y - 1, 0)...min(y + 1, rows - 1) {
                for column in max(x - 1, 0)...min(x + 1, width - 1) where ink[row * width + column] {
                    ink[row * width + column] = false
                    waiting.append(row * width + column)
                }
            }
        }
    }
}

/// The sharpness of the sharpest parts of a photo.
///
/// The variance of the Laplacian (Pech-Pacheco et al., 2000) in tiles; one tile in ten is sharper than the result: a
/// face in front of a soft background is sharp, a blurred photo is sharp nowhere.
enum Sharpness {
    /// Long side at which photos are compared, in pixels.
    private static let side = 512
    private static let tiles = 8

    /// - Parameter image: gray, of any size.
    static func measure(_ image: GrayImage) -> Double {
        let scale = Double(side) / Double(max(image.width, image.height, 1))
        let small =
            scale < 1
            ? image.resized(
                width: max(Int(Double(image.width) * scale), 1), height: max(Int(Double(image.height) * scale), 1))
            : image
        var variances: [Double] = []
        for row in 0..<tiles {
            for column in 0..<tiles {
                let rows = (small.height * row / tiles)..<(small.height * (row + 1) / tiles)
                let columns = (small.width * column / tiles)..<(small.width * (column + 1) / tiles)
                if let variance = variance(small, rows, columns) { variances.append(variance) }
            }
        }
        guard !variances.isEmpty else { return 0 }
        return variances.sorted()[variances.count * 9 / 10]
    }

    /// - Returns: nil for a tile without inner pixels.
    private static func variance(_ image: GrayImage, _ rows: Range<Int>, _ columns: Range<Int>) -> Double? {
        let (inner, middle) = (
            max(rows.lowerBound, 1)..<max(min(rows.upperBound, image.height - 1), max(rows.lowerBound, 1)),
            max(columns.lowerBound, 1)..<max(min(columns.upperBound, image.width - 1), max(columns.lowerBound, 1))
        )
        guard !inner.isEmpty, !middle.isEmpty else { return nil }
        var (sum, squares) = (0, 0)
        image.pixels.withUnsafeBufferPointer { pixels in
            for y in inner {
                let line = y * image.width
                for x in middle {
                    let around =
                        Int(pixels[line + x - 1]) + Int(pixels[line + x + 1]) + Int(pixels[line + x - image.width])
                        + Int(pixels[line + x + image.width])
                    let value = 4 * Int(pixels[line + x]) - around
                    sum += value
                    squares += value * value
                }
            }
        }
        let count = Double(inner.count * middle.count)
        let mean = Double(sum) / count
        return Double(squares) / count - mean * mean
    }
}

/// The dominant colors of a photo.
package struct DominantColors: Sendable, Equatable {
    /// Most prominent first, at most three.
    package let shares: [ColorShare]
    /// Whether there is hardly any color in it.
    let isMonochrome: Bool
    /// The share of the area that looks gray to people, from 0 to 1, even if the camera recorded a tint.
    let neutral: Double

    /// Colors with a smaller share of the area are not named.
    private static let least = 0.02
    private static let most = 3
    /// Side of the reduced picture; each pixel is the mean of an area, so that noise does not matter.
    private static let side = 48
    /// Chroma that scans and cameras add to gray things.
    private static let grayChroma: Float = 0.012
    /// Chroma of white paper under a lamp.
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

/// The names of colors: some tints for each; a color gets the name of the nearest tint. Most were chosen by hand, the
/// pale ones by what people called colors in a survey (xkcd.com/color/rgb, CC0), by every second of its names.
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

    /// The weight of a name compared to “gray” for the same area: a little magenta is noticed, a little gray is not.
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
        // Dull gold in the shade, such as of leaves, is brown to most people.
        (.brown, [0x3D2818, 0x5A3A22, 0x7A5230, 0x96714C, 0xA98C6C, 0x6B4A3A, 0x6E5210, 0x7C5C1C]),
        (.red, [0xB01C1C, 0xD8261F, 0x8C1616, 0xC8403A, 0xE03C46]),
        (.orange, [0xE8701A, 0xF58A1F, 0xD96A2A, 0xF09A50, 0xC85A14]),
        (
            .gold,
            [
                0xC8961E, 0xB8862C, 0xD9A53A, 0xA8802A, 0xE0B458, 0x8C6A14, 0xC8A45A, 0xA07820,
            ]
        ),
        (.yellow, [0xF4D51E, 0xF8E24A, 0xE8CC28, 0xF5E88A, 0xDCB82A, 0xF0C83C]),
        (.lime, [0xA4C81E, 0xB8D84A, 0x8FB81E, 0xC4DC78, 0x9CB848]),
        (
            .green,
            [
                0x2E7A2E, 0x3F9142, 0x1E5A28, 0x6A9A4A, 0x58803C, 0x3C5A2A, 0x7AA868, 0xB2FBA5, 0x69D84F, 0x9BE5AA,
            ]
        ),
        (.teal, [0x127A6A, 0x1E8C7A, 0x0F5A50, 0x4A9680, 0x5EA890]),
        (.cyan, [0x28B8D0, 0x5CCFE0, 0x8ADBE6, 0x1E9EBE, 0xA4E0E8, 0x50B4B4, 0x2A8A9A, 0x7CC4CC, 0x14707E]),
        (
            .blue,
            [
                0x1C4AB0, 0x2E6AD8, 0x16327A, 0x5088D4, 0x7AA6DC, 0x3A5A8C, 0x4878B4, 0xC1C6FC, 0x95D0FC, 0xB1D1FC,
            ]
        ),
        (.purple, [0x6A2C96, 0x8A4AB8, 0x4A1E6E, 0x9A78BC, 0x74508C, 0xD6B4FC, 0xEDC8FF]),
        (.magenta, [0xC81E96, 0xD840B0, 0xA01878, 0xB83C8C]),
        (.pink, [0xF08CB0, 0xF8B4C8, 0xE8688E, 0xF4C8D0, 0xE8A0A8]),
    ]
}
