// Not in the browser: the page draws with its own canvas.

import EspyBase
import EspyCodecs
public import EspyPixels

/// Draws a count onto a copy of the photo, so that you can check it at a glance.
///
/// Counted things get a green box and their number (``Count/numbers``), others a blue box unless there are many. With
/// several kinds, each has its own color, and a letter before its numbers. Doubtful things are dashed and amber. The area outside the region is darkened, and excluded areas are hatched.
/// Named regions have an outline, with their name and count. A bar below the photo shows the count. Lines and numbers
/// grow with the things; if there is no room for numbers, there are dots. A ``Look`` can have less, or other labels.
public struct CountAnnotator: Sendable {
    /// The text that the bar shows beside the count.
    public struct Caption: Sendable, Equatable {
        /// Name of the photo.
        public var name: String?
        /// Date and time as text.
        public var moment: String?

        public init(name: String? = nil, moment: String? = nil) {
            self.name = name
            self.moment = moment
        }
    }

    /// The style of the marks, as in the web app.
    public enum Look: String, Sendable, CaseIterable {
        /// Boxes with the number of each counted thing.
        case numbers
        /// Boxes with the confidence of each thing in percent; none on things that the user added.
        case confidence
        /// Only boxes.
        case boxes
        /// A dot in the middle of each thing.
        case dots
        /// Only the photo and the bar.
        case none
    }

    private let caption: Caption
    private let look: Look

    public init(caption: Caption = .init(), look: Look = .numbers) {
        (self.caption, self.look) = (caption, look)
    }

    /// - Parameter image: the photo that was counted, at any size. If its things are too small for numbers, it is
    ///   enlarged.
    /// - Returns: a copy with marks and, below it, the bar; only boxes if the machine has no fonts.
    public func annotate(_ count: Count, on image: RGBImage) -> RGBImage {
        guard image.width > 0, image.height > 0, count.width > 0, count.height > 0 else { return image }
        var drawing = CountDrawing(count, on: image, look)
        drawing.shade(count.parameters)
        drawing.outlineRegions(count.parameters.regions)
        drawing.markAll()
        drawing.nameRegions(count.regions, count.parameters.regions)
        return CountBar(count, caption).below(drawing.canvas.image)
    }
}

extension Count {
    /// An outline of each thing, in pixels of the photo and in the colors of the annotated photo. Things that do not
    /// count come first, so that they cover nothing.
    public var thumbnailMarks: [(corners: [Point], color: Color)] {
        (detections.filter { !$0.main } + detections.filter(\.main)).map { detection in
            let kind = recipes?.indices.contains(detection.cluster) == true ? CountMarkKind(detection.cluster) : nil
            let color: Color = detection.isDoubtful ? .doubtful : detection.main ? kind?.color ?? .counted : .other
            return (detection.size?.outline ?? Quad(detection.rect).corners, color)
        }
    }
}

/// The bar below a photo: what was counted, in which photo, and when.
private struct CountBar {
    private let count: Count
    private let caption: CountAnnotator.Caption

    init(_ count: Count, _ caption: CountAnnotator.Caption) {
        self.count = count
        self.caption = caption
    }

    /// The picture with the bar below it, so that nothing of the photo is hidden.
    func below(_ image: RGBImage) -> RGBImage {
        let fonts = TextRenderer()
        let height = Int(min(max(Double(image.width) / 22, 20), 120))
        // In a picture too narrow for a number, a bar is useless.
        guard fonts.hasFonts, image.width >= 4 * height / 3 else { return image }
        var pixels = image.pixels
        pixels.reserveCapacity(pixels.count + 3 * image.width * height)
        for _ in 0..<(image.width * height) { pixels += [0x1F, 0x29, 0x33] }
        var canvas = Canvas(RGBImage(width: image.width, height: image.height + height, pixels: pixels))
        write(on: &canvas, height: Double(height), fonts)
        return canvas.image
    }

    private func write(on canvas: inout Canvas, height: Double, _ fonts: TextRenderer) {
        let middle = Double(canvas.height) - height / 2
        let margin = height / 4
        func style(_ size: Double, _ color: Color) -> LabelStyle {
            LabelStyle(size: size * height, color: color, background: nil, padding: 0)
        }
        let number = canvas.label(
            String(count.count), at: Point(x: margin, y: middle), anchor: .left, style(0.72, .white), using: fonts)
        let left = (number?.maxX ?? margin) + margin
        let details = canvas.label(
            details, at: Point(x: left, y: middle), anchor: .left, style(0.4, .pale), using: fonts)
        let text = [caption.name, caption.moment].compactMap(\.self).joined(separator: "  ·  ")
        // The approximate width; if the text does not fit beside the count, it is left out.
        let width = 0.6 * 0.4 * height * Double(text.count)
        guard !text.isEmpty, (details?.maxX ?? left) + width + 2 * margin < Double(canvas.width) else { return }
        let place = Point(x: Double(canvas.width) - margin, y: middle)
        canvas.label(text, at: place, anchor: .right, style(0.4, .pale), using: fonts)
    }

    /// `tarts  ·  54 – 58  ·  3 to check  ·  4 others`, `A 23 coins  ·  B 7 buttons`. Only what the picture shows, and
    /// no range that is too wide to help.
    private var details: String {
        let doubtful = count.shownDetections.count(where: \.isDoubtful)
        let others = count.shownDetections.count { !$0.main }
        var parts = zip(count.kinds, count.recipes ?? []).enumerated().map { place, kind in
            "\(CountMarkKind(place).letter) \(kind.1.things.phrase(kind.0.count))"
        }
        if let things = count.recipe?.things { parts.append(things.noun(count.count)) }
        let (low, high) = (count.range.low, count.range.high)
        if low != high, count.range.isInformative(beside: count.count) { parts.append("\(low) – \(high)") }
        if doubtful > 0 { parts.append("\(doubtful) to check") }
        if others > 0 { parts.append(others == 1 ? "1 other" : "\(others) others") }
        if count.detections.isEmpty { parts.append("no objects found") }
        return parts.joined(separator: "  ·  ")
    }
}

extension Color {
    fileprivate static let pale = Color(hex: 0xD5DCE2)
}

/// The marks on one photo.
private struct CountDrawing {
    private(set) var canvas: Canvas
    private let fonts = TextRenderer()
    private let marks: [CountMark]
    private let style: CountMarkStyle
    private let look: CountAnnotator.Look
    /// From pixels of the result to pixels of the canvas.
    private let scale: (x: Double, y: Double)

    init(_ count: Count, on image: RGBImage, _ look: CountAnnotator.Look) {
        self.look = look
        let sides = count.detections.map { min($0.width, $0.height) * Double(image.width) / Double(count.width) }
        let factor = CountMarkStyle.enlargement(of: image, side: median(sides))
        let large =
            factor == 1 ? image : image.resized(width: image.width * factor, height: image.height * factor)
        canvas = Canvas(large)
        scale = (Double(large.width) / Double(count.width), Double(large.height) / Double(count.height))
        style = CountMarkStyle(
            side: median(sides).map { $0 * Double(factor) } ?? 20, count: count.detections.count,
            hasBoxes: look != .dots)
        let (x, y) = scale
        let kinds = count.recipes?.indices
        var number = 0
        marks = count.shownDetections.map { detection in
            if detection.main { number += 1 }
            return CountMark(
                rect: detection.rect.scaled(x: x, y: y), confidence: detection.isAdded ? nil : detection.confidence,
                outline: detection.size?.outline.map { $0.scaled(x: x, y: y) }, number: number,
                isCounted: detection.main, isDoubtful: detection.isDoubtful,
                kind: kinds?.contains(detection.cluster) == true ? CountMarkKind(detection.cluster) : nil)
        }
    }

    /// Darkens the areas where nothing counts.
    mutating func shade(_ options: CountOptions) {
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        if let region = options.region?.map({ $0.scaled(x: scale.x, y: scale.y) }), let first = region.first {
            let frame = Quad(Rect(x: 0, y: 0, width: width, height: height)).corners
            // The frame and the region as one outline: by the even-odd rule the region is its hole.
            canvas.fill(frame + [frame[0]] + region + [first], .black.opacity(0.5))
        }
        for polygon in options.exclusions {
            let corners = polygon.map { $0.scaled(x: scale.x, y: scale.y) }
            canvas.fill(corners, .black.opacity(0.4))
            let step = max(width, height) / 60
            for (start, end) in Hatching.lines(in: corners, step: step) {
                canvas.line(from: start, to: end, Stroke(color: .white.opacity(0.35), thickness: step / 8, rim: nil))
            }
        }
    }

    /// Outlines each named region, below all marks.
    mutating func outlineRegions(_ regions: [CountOptions.Region]) {
        let side = Double(max(canvas.width, canvas.height))
        let stroke = Stroke(color: .white.opacity(0.8), thickness: max(side / 900, 1.5))
        for region in regions { canvas.outline(region.scaled(x: scale.x, y: scale.y).corners, closed: true, stroke) }
    }

    /// Writes the name and count of each region in its corner.
    mutating func nameRegions(_ counts: [Count.Part], _ regions: [CountOptions.Region]) {
        let side = Double(max(canvas.width, canvas.height))
        for (count, region) in zip(counts, regions) {
            guard let bounds = Rect(around: region.scaled(x: scale.x, y: scale.y).corners) else { continue }
            let size = min(max(bounds.height / 8, 9), side / 40)
            let look = LabelStyle(size: size, color: .white, background: .black.opacity(0.6), padding: size / 5)
            let place = Point(x: bounds.x + size / 2, y: bounds.y + size)
            canvas.label("\(count.name): \(count.count)", at: place, anchor: .left, look, using: fonts)
        }
    }

    /// Draws boxes first and numbers last, so that no line runs through a number.
    mutating func markAll() {
        guard look != .none else { return }
        for mark in marks where !mark.isCounted { outline(mark) }
        for mark in marks where mark.isCounted { outline(mark) }
        switch look {
        case .numbers:
            for mark in marks where mark.isCounted { label(mark, "\(mark.kind?.letter ?? "")\(mark.number)") }
        case .confidence: for mark in marks { if let text = mark.percent { label(mark, text) } }
        case .boxes, .dots, .none: break
        }
    }

    private mutating func outline(_ mark: CountMark) {
        let stroke = style.stroke(mark)
        guard style.hasBoxes else {
            canvas.fillCircle(center: mark.rect.center, radius: style.dotRadius, stroke.color)
            return
        }
        let corners = mark.outline ?? Quad(mark.rect.expanded(by: -stroke.thickness / 2)).corners
        guard mark.isDoubtful else { return canvas.outline(corners, closed: true, stroke) }
        for (start, end) in dashes(of: corners, isOutline: mark.outline != nil, length: 5 * stroke.thickness) {
            canvas.line(from: start, to: end, stroke)
        }
    }

    private func dashes(of corners: [Point], isOutline: Bool, length: Double) -> [(Point, Point)] {
        if isOutline { return Hatching.dashes(along: corners, length: length) }
        return corners.indices.flatMap { index in
            Hatching.dashes(from: corners[index], to: corners[(index + 1) % corners.count], length: length)
        }
    }

    private mutating func label(_ mark: CountMark, _ text: String) {
        guard let size = style.textSize(text, in: mark.rect) else {
            if style.hasBoxes {
                canvas.fillCircle(center: mark.rect.center, radius: style.dotRadius, style.color(mark))
            }
            return
        }
        let look = LabelStyle(
            size: size, color: .white, background: style.color(mark).opacity(0.85), padding: max(size / 8, 1))
        canvas.label(text, at: mark.rect.center, anchor: .center, look, using: fonts)
    }
}

/// A thing to draw, in pixels of the canvas.
private struct CountMark {
    let rect: Rect
    /// Nil if the user added it.
    let confidence: Double?
    /// Outline of a measured thing.
    let outline: [Point]?
    /// Of a counted thing.
    let number: Int
    let isCounted: Bool
    let isDoubtful: Bool
    /// The recipe's mark, if several recipes were used.
    let kind: CountMarkKind?

    var percent: String? { confidence.map { "\(Int((100 * $0).rounded()))%" } }
}

/// A letter and a color that distinguish the things of one kind from the others.
private struct CountMarkKind {
    let letter: String
    let color: Color

    /// - Parameter place: index of the recipe among those that were used.
    init(_ place: Int) {
        let letters = Array("ABCDEFGHIJKL")
        letter = String(letters[place % letters.count])
        color = Self.colors[place % Self.colors.count]
    }

    /// The same colors as in the web app.
    private static let colors = [0x1F9591, 0x775F9A, 0x8A6D1F, 0xB0487F, 0x207DBB, 0xA6213B].map { Color(hex: $0) }
}

/// The sizes of the marks in one photo.
private struct CountMarkStyle {
    /// Whether things are large enough to stay visible inside a box.
    let hasBoxes: Bool
    let dotRadius: Double
    private let thickness: Double
    private let hasRim: Bool

    /// - Parameters:
    ///   - side: the usual shorter side of a thing in pixels.
    ///   - count: how many things there are.
    ///   - hasBoxes: whether boxes are wanted.
    init(side: Double, count: Int, hasBoxes: Bool) {
        self.hasBoxes = hasBoxes && side >= 12
        let isCrowded = count > 150
        thickness = isCrowded ? min(max(side / 40, 1), 2) : min(max(side / 28, 1.5), 7)
        hasRim = !isCrowded && side >= 24
        dotRadius = min(max(side / 7, 1.5), 12)
    }

    /// The factor by which to enlarge a picture so that numbers are readable on things of this side.
    static func enlargement(of image: RGBImage, side: Double?) -> Int {
        guard let side, side > 0 else { return 1 }
        let wanted = (44 / side).rounded(.up)
        let room = 2600 / max(image.width, image.height, 1)
        return max(1, min(Int(min(wanted, 6)), room))
    }

    func color(_ mark: CountMark) -> Color {
        mark.isDoubtful ? .doubtful : mark.isCounted ? mark.kind?.color ?? .counted : .other
    }

    func stroke(_ mark: CountMark) -> Stroke {
        let color = mark.isCounted ? color(mark) : .other
        return Stroke(color: color, thickness: thickness, rim: hasRim ? .white.opacity(0.55) : nil)
    }

    /// The size at which the number takes up a small part of the thing, or larger if it would not be readable; nil if
    /// there is no room for that either.
    func textSize(_ text: String, in rect: Rect) -> Double? {
        // Digits of a sans serif face are about five eighths of their size wide.
        let width = rect.width / (0.63 * Double(max(text.count, 2)))
        let size = min(0.45 * width, 0.25 * rect.height, 30)
        guard size < Self.readable else { return size }
        let larger = min(0.7 * width, 0.45 * rect.height, Self.readable)
        return larger >= 7 ? larger : nil
    }

    /// Digits of this size are easy to read.
    private static let readable = 11.0
}

extension Color {
    static let counted = Color(hex: 0x1F9591)
    static let other = Color(hex: 0x207DBB)
    static let doubtful = Color(hex: 0xEA6D29)
}

/// Dashed lines and hatching.
private enum Hatching {
    /// Slanted lines that fill a polygon, by the even-odd rule.
    ///
    /// - Parameter step: from one line to the next along the edge of the picture.
    static func lines(in polygon: [Point], step: Double) -> [(Point, Point)] {
        // On a line that rises to the right, x + y is the same everywhere.
        let sums = polygon.map { $0.x + $0.y }
        guard let low = sums.min(), let high = sums.max(), low.isFinite, high.isFinite, step > 0 else { return [] }
        // A polygon may reach far beyond the picture.
        let count = min(Int(min((high - low) / step, 4000)), 4000)
        return (0...count).flatMap { line(at: low + (Double($0) + 0.5) * step, in: polygon) }
    }

    private static func line(at sum: Double, in polygon: [Point]) -> [(Point, Point)] {
        var crossings: [Point] = []
        for (index, from) in polygon.enumerated() {
            let to = polygon[(index + 1) % polygon.count]
            let (start, end) = (from.x + from.y, to.x + to.y)
            guard (start > sum) != (end > sum) else { continue }
            let share = (sum - start) / (end - start)
            crossings.append(from + (to - from) * share)
        }
        crossings.sort { $0.x < $1.x }
        return stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
    }

    /// The dashes of a straight line: both ends are drawn, and gaps are as long as dashes.
    static func dashes(from start: Point, to end: Point, length: Double) -> [(Point, Point)] {
        let whole = start.distance(to: end)
        guard whole > 0, length > 0 else { return [] }
        let half = min((whole / length / 2).rounded(), 500)
        let parts = 2 * max(half, 1) + 1
        return stride(from: 0, to: Int(parts), by: 2).map { index in
            let (low, high) = (Double(index) / parts, Double(index + 1) / parts)
            return (start + (end - start) * low, start + (end - start) * high)
        }
    }

    /// The dashes of a closed line made of many short segments.
    static func dashes(along line: [Point], length: Double) -> [(Point, Point)] {
        guard length > 0 else { return [] }
        var (done, pieces): (Double, [(Point, Point)]) = (0, [])
        for (index, start) in line.enumerated() {
            let end = line[(index + 1) % line.count]
            if (done / length).truncatingRemainder(dividingBy: 2) < 1 { pieces.append((start, end)) }
            done += start.distance(to: end)
        }
        return pieces
    }
}
