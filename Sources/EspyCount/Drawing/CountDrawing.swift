import EspyBase
import EspyCodecs
import EspyPixels

/// The marks on one photo.
struct CountDrawing {
    private(set) var canvas: Canvas
    private let fonts = TextRenderer()
    private let marks: [CountMark]
    private let style: CountMarkStyle
    /// From pixels of the result to pixels of the canvas.
    private let scale: (x: Double, y: Double)

    init(_ count: Count, on image: RGBImage) {
        let sides = count.detections.map { min($0.width, $0.height) * Double(image.width) / Double(count.width) }
        let factor = CountMarkStyle.enlargement(of: image, side: median(sides))
        let large =
            factor == 1 ? image : image.resized(width: image.width * factor, height: image.height * factor)
        canvas = Canvas(large)
        scale = (Double(large.width) / Double(count.width), Double(large.height) / Double(count.height))
        style = CountMarkStyle(side: median(sides).map { $0 * Double(factor) } ?? 20, count: count.detections.count)
        let (x, y) = scale
        let kinds = count.recipes?.indices
        marks = zip(count.detections, count.numbers).map { detection, number in
            CountMark(
                rect: detection.rect.scaled(x: x, y: y),
                outline: detection.size?.outline.map { $0.scaled(x: x, y: y) }, number: number,
                isCounted: detection.main, isDoubtful: detection.isDoubtful,
                kind: kinds?.contains(detection.cluster) == true ? CountMarkKind(detection.cluster) : nil)
        }
    }

    /// Darkens where nothing counts.
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

    /// A line around each named region, below all marks.
    mutating func outlineRegions(_ regions: [CountOptions.Region]) {
        let side = Double(max(canvas.width, canvas.height))
        let stroke = Stroke(color: .white.opacity(0.8), thickness: max(side / 900, 1.5))
        for region in regions { canvas.outline(region.scaled(x: scale.x, y: scale.y).corners, closed: true, stroke) }
    }

    /// What was counted in each, in its corner.
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

    /// Boxes first and numbers last, so that no line runs through a number.
    mutating func markAll() {
        for mark in marks where !mark.isCounted { outline(mark) }
        for mark in marks where mark.isCounted { outline(mark) }
        for mark in marks where mark.isCounted || mark.isDoubtful { label(mark) }
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

    private mutating func label(_ mark: CountMark) {
        guard let size = style.textSize(mark) else {
            if style.hasBoxes {
                canvas.fillCircle(center: mark.rect.center, radius: style.dotRadius, style.color(mark))
            }
            return
        }
        let look = LabelStyle(
            size: size, color: .white, background: style.color(mark).opacity(0.85), padding: max(size / 8, 1))
        canvas.label(mark.text, at: mark.rect.center, anchor: .center, look, using: fonts)
    }
}
