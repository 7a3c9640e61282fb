import EspyPixels

extension StripeRegion {
    /// Lines of the straight picture.
    private static let lines = 16
    /// Fewer changes between dark and light are no bar code of any kind.
    private static let leastEdges = 24
    /// Pixels of the straight picture for each sample of a line, so that edges keep their places between samples.
    private static let fineness: Float = 2

    /// The region as a picture of its own, its stripes upright, 0 where it is dark and 255 where it is light:
    /// ``fineness`` times ``ScanLine/density`` pixels for each of the picture. Only some lines of it, for all of them say
    /// the same.
    ///
    /// - Returns: nil for stripes that are too few for a code.
    func straightened(_ image: GrayImage) -> GrayImage? {
        // Of wide bars only a part may be seen as striped.
        let far = places.reduce(0) { max($0, abs($1.x)) } + width + 64
        let height = range.upperBound - range.lowerBound
        func line(_ number: Int) -> ScanLine {
            let offset = range.lowerBound + height * (Double(number) + 0.5) / Double(Self.lines)
            return ScanLine(image, from: point(-far, offset), to: point(far, offset), along: along, taps: 3)
        }
        guard line(Self.lines / 2).edges().count >= Self.leastEdges else { return nil }
        let pixels = (0..<Self.lines).flatMap { Self.shades(line($0)) }
        return GrayImage(width: pixels.count / Self.lines, height: Self.lines, pixels: pixels)
    }

    private static func shades(_ line: ScanLine) -> [UInt8] {
        let length = Int(Float(line.values.count) * fineness)
        return [UInt8](unsafeUninitializedCapacity: length) { shades, count in
            func fill(to end: Int, with shade: UInt8) {
                guard end > count else { return }
                UnsafeMutableBufferPointer(rebasing: shades[count..<end]).initialize(repeating: shade)
                count = end
            }
            for edge in line.edges() {
                fill(to: min(Int((edge.place + 0.5) * fineness), length), with: edge.rises ? 255 : 0)
            }
            fill(to: length, with: 255)
        }
    }
}
