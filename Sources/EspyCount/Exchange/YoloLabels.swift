import EspyPixels

/// Labels of the YOLO family of detectors: a text file beside each photo, with a line for each thing.
public enum YoloLabels {
    /// `0 0.512 0.250 0.031 0.040`: the number of the class, the center, width and height, as shares of the picture.
    ///
    /// Boxes are clipped to the picture, as training programs require.
    public static func text(of count: Count) -> String {
        let (width, height) = (Double(max(count.width, 1)), Double(max(count.height, 1)))
        return count.main.map { thing in
            let (left, right) = (max(thing.rect.x, 0) / width, min(thing.rect.maxX, width) / width)
            let (top, bottom) = (max(thing.rect.y, 0) / height, min(thing.rect.maxY, height) / height)
            let numbers = [(left + right) / 2, (top + bottom) / 2, right - left, bottom - top]
            return "0 " + numbers.map(share).joined(separator: " ") + "\n"
        }.joined()
    }

    /// Contents of `classes.txt`, which goes with the labels: the class names, in order.
    public static func classes(name: String) -> String { name + "\n" }

    /// Six decimal places: a hundredth of a pixel of any photo.
    private static func share(_ value: Double) -> String {
        let millionths = Int((min(max(value, 0), 1) * 1_000_000).rounded())
        let digits = String(millionths % 1_000_000)
        return "\(millionths / 1_000_000).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
    }
}
