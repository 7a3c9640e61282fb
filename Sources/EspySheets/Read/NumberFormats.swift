/// How fields of a book show whole numbers, by the styles that they have.
struct NumberFormats {
    /// The pattern of each style; nil for one that shows a number as it is.
    private var patterns: [NumberPattern?] = []

    private static let mostStyles = 70_000

    /// - Parameter bytes: the part of the book that describes its styles.
    init(_ bytes: [UInt8]) {
        var codes: [String: NumberPattern] = [:]
        var isList = false
        var tags = XMLTags(bytes)
        while let part = tags.next(), patterns.count < Self.mostStyles {
            switch part {
            case .open("numFmt", let format):
                guard let id = format["numFmtId"], codes.count < Self.mostStyles else { continue }
                codes[id] = format["formatCode"].flatMap(NumberPattern.init)
            case .open("cellXfs", _): isList = true
            case .close("cellXfs"): isList = false
            case .open("xf", let style) where isList: patterns.append(style["numFmtId"].flatMap { codes[$0] })
            default: break
            }
        }
    }

    /// - Returns: nil where the style changes nothing.
    func shown(_ number: Int, style: Int) -> String? {
        patterns.indices.contains(style) ? patterns[style]?.text(of: number) : nil
    }
}

/// A format of whole numbers: `0000000000`, `"FX"00000`, `000-0000`. Those with fractions, dates and conditions are none,
/// and signs between groups of digits are left out: they are no part of a code.
private struct NumberPattern {
    private enum Part: Equatable {
        /// A digit, if there is one, or a zero in its place.
        case digit(isNeeded: Bool)
        case text(Character)
    }

    /// For numbers above zero, below, and zero, as far as the format tells them apart.
    private let sections: [[Part]]

    init?(_ code: String) {
        var sections: [[Part]] = [[]]
        var rest = code[...]
        while let sign = rest.popFirst() {
            switch sign {
            case "0": sections[sections.count - 1].append(.digit(isNeeded: true))
            case "#", "?": sections[sections.count - 1].append(.digit(isNeeded: false))
            case ";": sections.append([])
            case "\"":
                let text = rest.prefix { $0 != "\"" }
                rest = rest.dropFirst(text.count + 1)
                sections[sections.count - 1] += text.map { .text($0) }
            case "\\":
                guard let text = rest.popFirst() else { return nil }
                sections[sections.count - 1].append(.text(text))
            // The width of a sign, or a sign that fills the field.
            case "_", "*": _ = rest.popFirst()
            // Between digits it parts groups, behind them it divides.
            case ",":
                guard rest.first == "#" || rest.first == "0" else { return nil }
            case "[":
                let name = rest.prefix { $0 != "]" }
                rest = rest.dropFirst(name.count + 1)
                guard Self.colors.contains(name.lowercased()) else { return nil }
            case "-", "+", " ", "(", ")", ":", "/", "!", "'", "~", "{", "}":
                sections[sections.count - 1].append(.text(sign))
            default: return nil
            }
        }
        guard sections.contains(where: { $0.contains(.digit(isNeeded: true)) }), sections.count <= 4, code.count <= 255
        else { return nil }
        self.sections = sections
    }

    private static let colors: Set = ["black", "blue", "cyan", "green", "magenta", "red", "white", "yellow"]

    func text(of number: Int) -> String? {
        let isOwn = (number < 0 && sections.count > 1) || (number == 0 && sections.count > 2)
        let parts = isOwn ? sections[number < 0 ? 1 : 2] : sections[0]
        guard parts.contains(where: { $0 != .text(" ") }) else { return nil }
        var digits = number == 0 ? "" : String(number.magnitude)
        var shown: [Character] = []
        let first = parts.firstIndex { if case .digit = $0 { true } else { false } }
        for (place, part) in parts.enumerated().reversed() {
            switch part {
            case .text(let text): shown.append(text)
            case .digit(let isNeeded):
                if let digit = digits.popLast() { shown.append(digit) } else if isNeeded { shown.append("0") }
                // There are more digits than the format names.
                if place == first { while let digit = digits.popLast() { shown.append(digit) } }
            }
        }
        return (number < 0 && !isOwn ? "-" : "") + String(shown.reversed())
    }
}
