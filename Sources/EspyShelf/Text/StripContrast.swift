/// Brings the brightness of a strip to where words are recognized fastest: from black to white, dark upon light.
enum StripContrast {
    /// This share of the pixels becomes black, and as many white.
    private static let clipped = 0.01

    static func stretched(_ pixels: [UInt8]) -> [UInt8] {
        guard !pixels.isEmpty else { return pixels }
        var counts = [Int](repeating: 0, count: 256)
        for pixel in pixels { counts[Int(pixel)] += 1 }
        let low = level(counts, at: Int(clipped * Double(pixels.count)))
        let high = level(counts, at: Int((1 - clipped) * Double(pixels.count)))
        let middle = level(counts, at: pixels.count / 2)
        let span = Float(max(high - low, 1))
        var table = (0..<256).map { value in
            UInt8(min(max(255 * Float(value - low) / span, 0), 255))
        }
        // Most of a spine is its cover: where that is darker than the mean, the letters are light. The recognizer finds
        // that out as well, at the price of a second look.
        let mean = counts.indices.reduce(0) { $0 + $1 * counts[$1] } / pixels.count
        if middle < mean { table = table.map { 255 - $0 } }
        return pixels.map { table[Int($0)] }
    }

    /// The brightness below which there are no more than so many pixels.
    private static func level(_ counts: [Int], at rank: Int) -> Int {
        var sum = 0
        for (value, count) in counts.enumerated() {
            sum += count
            if sum > rank { return value }
        }
        return 255
    }
}
