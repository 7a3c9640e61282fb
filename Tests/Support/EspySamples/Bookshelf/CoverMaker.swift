/// Invents covers.
struct CoverMaker {
    private var random: SampleRandom

    init(seed: UInt64) { random = SampleRandom(seed: seed) }

    mutating func cover(thickness: Double, length: Double, hasSticker: Bool) -> BookCover {
        let color = ground()
        var cover = BookCover(
            color: color, roundness: random.number(in: 0...0.9), seed: random.next(),
            grain: random.number(in: 0.005...0.06))
        cover.bands = bands(on: color, thickness: thickness)
        cover.lines = lines(on: color, thickness: thickness, length: length)
        if random.chance(0.5) { cover.bands.append(logo()) }
        if hasSticker { cover.bands += sticker() }
        return cover
    }

    /// The next volume: nearly the same cover.
    mutating func vary(_ cover: inout BookCover) {
        cover.seed = random.next()
        if random.chance(0.2) { cover.color = ground() }
        if random.chance(0.3), !cover.lines.isEmpty { cover.lines[0].text = title() }
    }

    private mutating func ground() -> SampleColor {
        if random.chance(0.45) {
            let gray = random.pick([0.08, 0.12, 0.2, 0.5, 0.75, 0.86, 0.93]) + 0.03 * random.bell()
            let warmth = 0.03 * random.bell()
            return SampleColor(Float(gray + warmth), Float(gray), Float(gray - warmth))
        }
        let hue = random.unit() * 6
        let strength = random.number(in: 0.2...0.95)
        let value = random.number(in: 0.2...0.95)
        func part(_ offset: Double) -> Float {
            let place = (hue + offset).truncatingRemainder(dividingBy: 6)
            let ramp = min(max(abs(place - 3) - 1, 0), 1)
            return Float(value * (1 - strength * (1 - ramp)))
        }
        return SampleColor(part(0), part(4), part(2))
    }

    private mutating func contrast(to color: SampleColor) -> SampleColor {
        let light = 0.3 * color.x + 0.59 * color.y + 0.11 * color.z
        if random.chance(0.25) { return ground() }
        if random.chance(0.15) { return SampleColor(0.78, 0.64, 0.3) }
        return light > 0.5 ? SampleColor(gray: 0.1) : SampleColor(gray: 0.93)
    }

    private mutating func bands(on color: SampleColor, thickness: Double) -> [BookCover.Band] {
        var bands: [BookCover.Band] = []
        if random.chance(0.3) {
            bands.append(.init(from: 0, to: random.number(in: 0.1...0.5), color: ground()))
        }
        if random.chance(0.3) {
            bands.append(.init(from: random.number(in: 0.6...0.9), to: 1, color: ground()))
        }
        if random.chance(0.25) {
            let start = random.number(in: 0.05...0.5)
            let panel = BookCover.Band(
                from: start, to: start + random.number(in: 0.15...0.45), color: ground(),
                margin: random.number(in: 0.08...0.2))
            bands.append(panel)
        }
        for _ in 0..<(random.chance(0.25) ? random.integer(in: 1...5) : 0) {
            let start = random.number(in: 0.03...0.95)
            bands.append(.init(from: start, to: start + 0.012, color: contrast(to: color)))
        }
        // A stripe from head to foot, which is not a gap between two books.
        if random.chance(0.12), thickness > 1.5 {
            bands.append(.init(from: 0, to: 1, color: ground(), margin: random.number(in: 0.1...0.3)))
        }
        return bands
    }

    private mutating func lines(
        on color: SampleColor, thickness: Double, length: Double
    ) -> [BookCover.Line] {
        let ink = contrast(to: color)
        let isNarrow = thickness < 2
        let setting: BookCover.Line.Setting = random.pick([.down, .down, .down, .up, .stacked])
        var lines = [
            BookCover.Line(
                title(), from: random.number(in: 0.05...0.3), to: random.number(in: 0.6...0.72),
                middle: isNarrow ? 0.5 : random.number(in: 0.4...0.6),
                size: min(random.number(in: 0.35...0.75), 2.4 / thickness), color: ink, setting: setting)
        ]
        if random.chance(0.7) {
            lines.append(
                BookCover.Line(
                    name(), from: random.number(in: 0.72...0.75), to: random.number(in: 0.9...0.96),
                    size: min(random.number(in: 0.25...0.5), 1.4 / thickness), color: ink,
                    setting: setting == .stacked ? .down : setting))
        }
        return lines
    }

    private mutating func logo() -> BookCover.Band {
        .init(from: 0.95, to: 0.98, color: ground(), margin: random.number(in: 0.25...0.4))
    }

    private mutating func sticker() -> [BookCover.Band] {
        let start = 0.8 + 0.01 * random.bell()
        let frame = random.pick([SampleColor(0.1, 0.25, 0.6), SampleColor(0.75, 0.2, 0.15), SampleColor(gray: 0.9)])
        let margin = random.pick([0.0, 0.0, 0.06, 0.12])
        return [
            .init(from: start, to: start + 0.13, color: frame, margin: margin),
            .init(from: start + 0.012, to: start + 0.118, color: SampleColor(gray: 0.88), margin: margin + 0.04),
        ]
    }

    private mutating func title() -> String {
        let words = [
            "THE", "OF", "AND", "Shadow", "Rivers", "Algebra", "Garden", "HISTORY", "Light", "Machine", "Winter", "Sea",
            "Introduction", "to", "Modern", "Birds", "A", "House", "Letters", "Stone", "Night", "Physics", "Poems",
            "City",
        ]
        return (0..<random.integer(in: 2...5)).map { _ in random.pick(words) }.joined(separator: " ")
    }

    private mutating func name() -> String {
        random.pick([
            "A. Marsh", "Ines Calder", "R. OKAFOR", "Lindqvist", "J. P. Moreau", "Tanaka", "H. Weiss", "D. Novak",
        ])
    }
}
