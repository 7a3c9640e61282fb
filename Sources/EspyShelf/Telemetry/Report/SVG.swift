import EspyBase
import Foundation

/// Writes a plain SVG picture.
struct SVG {
    private let width: Double
    private let height: Double
    private let title: String
    private let says: String
    private var shapes: [String] = []

    /// - Parameters:
    ///   - width: pixels.
    ///   - height: pixels.
    ///   - says: what those hear who cannot see it.
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

    /// Reads from bottom to top.
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
