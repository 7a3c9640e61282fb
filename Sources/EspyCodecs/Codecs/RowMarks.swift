import EspyPixels

/// Marks in a picture that is yet to be decoded: they tell which rows a decoder reached before it gave up.
struct RowMarks {
    private let layout: Raster.Layout
    private let width: Int
    /// A row such as no picture has.
    private let mark: [UInt8]

    init(_ layout: Raster.Layout, width: Int) {
        (self.layout, self.width) = (layout, width)
        var state: UInt32 = 0x9E37_79B9
        mark = (0..<width * layout.channels).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
    }

    func fill(_ target: UnsafeMutablePointer<UInt8>, height: Int) {
        for row in 0..<height { put(mark, in: target, row: row) }
    }

    /// Makes the rows gray that were not reached.
    /// - Returns: how many rows were, from the top.
    func finish(_ target: UnsafeMutablePointer<UInt8>, height: Int) -> Int {
        var reached = height
        while reached > 0, isMarked(target, row: reached - 1) { reached -= 1 }
        Self.blank(target, layout, width: width, rows: reached..<height)
        return reached
    }

    /// Makes rows gray of which nothing is known, as libjpeg does it.
    static func blank(
        _ target: UnsafeMutablePointer<UInt8>, _ layout: Raster.Layout, width: Int, rows: Range<Int>
    ) {
        let hasAlpha = layout == .rgba || layout == .grayAlpha
        let channels = layout.channels
        for place in rows.lowerBound * width..<rows.upperBound * width {
            for channel in 0..<channels {
                target[place * channels + channel] = hasAlpha && channel == channels - 1 ? 255 : 128
            }
        }
    }

    private func put(_ values: [UInt8], in target: UnsafeMutablePointer<UInt8>, row: Int) {
        values.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            (target + row * source.count).update(from: base, count: source.count)
        }
    }

    private func isMarked(_ target: UnsafeMutablePointer<UInt8>, row: Int) -> Bool {
        UnsafeBufferPointer(start: target + row * mark.count, count: mark.count).elementsEqual(mark)
    }
}
