import EspyPixels
import EspyText

/// A word on a spine, as its strip shows it.
struct SpineWord {
    let text: String
    /// What the recognizer says, 0...1.
    let raw: Double
    /// In shares of the strip, so that words of strips of different size can be compared.
    let box: Rect
    /// Letters and digits in it.
    private let letters: Int

    init(_ word: TextWord, on page: TextPage) {
        text = word.text
        raw = word.confidence
        letters = word.text.count { $0.isLetter || $0.isNumber }
        let (width, height) = (Double(page.width), Double(page.height))
        box = Rect(
            x: Double(word.x) / width, y: Double(word.y) / height, width: Double(word.width) / width,
            height: Double(word.height) / height)
    }

    /// Whether it may be more than a stroke, a dot or the pattern of a cover: few other signs than letters and digits,
    /// and the shorter it is, the surer it has to be.
    var isPlausible: Bool {
        guard letters > 0, 2 * letters >= text.count else { return false }
        switch letters {
        case 1: return raw >= 0.9
        case 2...4: return raw >= 0.3
        default: return raw >= 0.1
        }
    }

    /// Whether it is sure enough to be put beside the words of another try.
    var isSupplement: Bool { letters >= 3 && raw >= 0.6 || letters >= 5 && raw >= 0.3 }

    /// What it adds to a reading: letters that are sure.
    var worth: Double { Double(min(text.count, 12)) * max(0, raw - 0.5) }

    /// Whether both are in one place.
    func covers(_ other: SpineWord) -> Bool {
        let across = min(box.maxX, other.box.maxX) - max(box.x, other.box.x)
        let down = min(box.maxY, other.box.maxY) - max(box.y, other.box.y)
        return across > 0.2 * min(box.width, other.box.width) && down > 0.2 * min(box.height, other.box.height)
    }
}
