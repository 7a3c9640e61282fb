import EspyBase
import Foundation

/// Draws a histogram as SVG, readable on light and dark backgrounds.
public enum TelemetryPlot {
    private static let (width, height) = (480.0, 280.0)
    private static let (left, right, top, bottom) = (56.0, 16.0, 36.0, 52.0)

    /// A whole SVG document.
    public static func svg(of distribution: TelemetryDistribution) -> String {
        guard let first = distribution.bins.first, let last = distribution.bins.last else { return "" }
        let across = Axis(
            first.from...last.to, pixels: left...(width - right),
            scale: distribution.isLogarithmic ? .logarithmic : .linear)
        let most = distribution.bins.map(\.count).max() ?? 0
        let up = Axis(0...Double(max(most, 1)), pixels: (top)...(height - bottom), scale: .linear)
        var picture = SVG(width: width, height: height, title: distribution.title, says: says(distribution))
        picture.text(distribution.title, x: left, y: 20, kind: "title")
        for tick in up.ticks(most: 5) where tick == tick.rounded() {
            let y = height - bottom + top - up.place(tick)
            picture.line(left, y, width - right, y, kind: "grid")
            picture.text(number(tick), x: left - 6, y: y + 4, kind: "end")
        }
        for bin in distribution.bins where bin.count > 0 {
            let (from, to) = (across.place(bin.from), across.place(bin.to))
            let y = height - bottom + top - up.place(Double(bin.count))
            picture.bar(
                from, y, max(to - from - 1, 1), height - bottom - y,
                says: "\(number(bin.from)) to \(number(bin.to)): \(bin.count)")
        }
        picture.line(left, height - bottom, width - right, height - bottom, kind: "axis")
        for tick in across.ticks(most: 8) {
            let x = across.place(tick)
            picture.line(x, height - bottom, x, height - bottom + 4, kind: "axis")
            picture.text(number(tick), x: x, y: height - bottom + 17, kind: "middle")
        }
        let label = distribution.unit.isEmpty ? distribution.name : "\(distribution.name), \(distribution.unit)"
        picture.text(label, x: (left + width - right) / 2, y: height - 12, kind: "middle")
        picture.turnedText("count", x: 14, y: (top + height - bottom) / 2)
        return picture.document
    }

    private static func says(_ distribution: TelemetryDistribution) -> String {
        let unit = distribution.unit.isEmpty ? "" : " " + distribution.unit
        return "Histogram of \(distribution.count) values. Median \(number(distribution.p50))\(unit), 10% below "
            + "\(number(distribution.p10)), 10% above \(number(distribution.p90))."
    }

    /// Three significant digits: 0.0123, 12.3, 1230; with an exponent for very long numbers.
    package static func number(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        guard value != 0 else { return "0" }
        guard abs(value) < 10_000_000 else { return String(format: "%.3g", value) }
        let digits = max(0, min(6, 2 - Int(log10(abs(value)).rounded(.down))))
        var text = String(format: "%.\(digits)f", value)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text == "-0" ? "0" : text
    }
}

/// Values along one side of a plot.
package struct Axis {
    private let values: ClosedRange<Double>
    private let pixels: ClosedRange<Double>
    private let scale: Bins.Scale

    package init(_ values: ClosedRange<Double>, pixels: ClosedRange<Double>, scale: Bins.Scale) {
        self.values = values
        self.pixels = pixels
        self.scale = scale
    }

    /// The position of a value, in pixels from the start of the picture.
    package func place(_ value: Double) -> Double {
        let (low, high, at) =
            scale == .linear
            ? (values.lowerBound, values.upperBound, value)
            : (log(values.lowerBound), log(values.upperBound), log(value))
        guard high > low else { return pixels.lowerBound }
        return pixels.lowerBound + (at - low) / (high - low) * (pixels.upperBound - pixels.lowerBound)
    }

    /// Round values: 1, 2 or 5 times a power of ten.
    package func ticks(most: Int) -> [Double] {
        scale == .linear ? evenTicks(most) : roundTicks(most)
    }

    private func evenTicks(_ most: Int) -> [Double] {
        let span = values.upperBound - values.lowerBound
        guard span > 0 else { return [values.lowerBound] }
        let rough = span / Double(most)
        let power = pow(10, log10(rough).rounded(.down))
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999_999 } ?? 10 * power
        let first = (values.lowerBound / step - 1e-9).rounded(.up)
        let last = (values.upperBound / step + 1e-9).rounded(.down)
        return stride(from: first, through: last, by: 1).map { $0 * step }
    }

    private func roundTicks(_ most: Int) -> [Double] {
        let decades = (Int(log10(values.lowerBound).rounded(.down))...Int(log10(values.upperBound).rounded(.up)))
        for factors in [[1.0, 2, 5], [1]] {
            let ticks = decades.flatMap { decade in factors.map { $0 * pow(10, Double(decade)) } }
                .filter { values.contains($0) }
            if !ticks.isEmpty, ticks.count <= most { return ticks }
        }
        return [values.lowerBound, values.upperBound]
    }
}

/// Writes a plain SVG picture.
private struct SVG {
    private let width: Double
    private let height: Double
    private let title: String
    private let says: String
    private var shapes: [String] = []

    /// - Parameters:
    ///   - width: pixels.
    ///   - height: pixels.
    ///   - says: the text alternative.
    init(width: Double, height: Double, title: String, says: String) {
        self.width = width
        self.height = height
        self.title = title
        self.says = says
    }

    mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, kind: String) {
        shapes.append("<path class=\"\(kind)\" d=\"M\(n(x1)) \(n(y1))L\(n(x2)) \(n(y2))\"/>")
    }

    mutating func bar(_ x: Double, _ y: Double, _ width: Double, _ height: Double, says: String) {
        shapes.append(
            "<rect class=\"bar\" x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(width))\" height=\"\(n(height))\">"
                + "<title>\(Markup.escaped(says))</title></rect>")
    }

    mutating func text(_ text: String, x: Double, y: Double, kind: String) {
        shapes.append("<text class=\"\(kind)\" x=\"\(n(x))\" y=\"\(n(y))\">\(Markup.escaped(text))</text>")
    }

    /// Adds text that reads from bottom to top.
    mutating func turnedText(_ text: String, x: Double, y: Double) {
        shapes.append(
            "<text class=\"middle\" transform=\"translate(\(n(x)) \(n(y))) rotate(-90)\">\(Markup.escaped(text))</text>"
        )
    }

    var document: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(n(width)) \(n(height))" role="img">
        <title>\(Markup.escaped(title))</title>
        <desc>\(Markup.escaped(says))</desc>
        <style>
        svg { background: #ffffff; color-scheme: light dark }
        text { font: 12px system-ui, sans-serif; fill: #1c1c1e }
        .title { font-size: 15px; font-weight: 600 }
        .middle { text-anchor: middle }
        .end { text-anchor: end }
        .axis { stroke: #55565c }
        .grid { stroke: #d4d4d9 }
        .bar { fill: #1f6f43 }
        @media (prefers-color-scheme: dark) {
        svg { background: #16171a }
        text { fill: #f0f0f2 }
        .axis { stroke: #b3b4ba }
        .grid { stroke: #3b3c42 }
        .bar { fill: #5fc98f }
        }
        </style>
        \(shapes.joined(separator: "\n"))
        </svg>

        """
    }

    private func n(_ value: Double) -> String {
        let text = String(format: "%.2f", value)
        return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
    }
}
