/// Measures how sharp a picture is by the width over which its edges rise: the steepness of an edge, divided by its
/// contrast, does not depend on the subject, and hardly on noise.
package enum EdgeWidth {
    /// Every n-th row or column is read.
    private static let lineStep = 8
    /// Minimum contrast of an edge, in levels of green.
    private static let contrast: Int32 = 36
    /// Minimum number of edges.
    private static let fewest = 60
    /// Long side of photos when they are measured: what is blurred only when enlarged further is sharp enough.
    private static let photoSide = 2048

    /// Returns the width in pixels over which upright edges rise, for the sharper edges: about 2 in a sharp picture.
    ///
    /// - Returns: nil for a picture without edges.
    package static func ofFrame(_ image: RGBImage) -> Double? {
        width(lines: image.height, length: image.width, reach: 6) { line, place in image.pixel(place, line).y }
    }

    /// Returns the width like ``ofFrame(_:)``, of upright or of level edges, whichever are wider: a camera often moves in one
    /// direction. In pixels of the photo shrunk to 2,048 pixels.
    ///
    /// - Parameter part: what matters of the photo, in its pixels; nil for all of it.
    /// - Returns: nil for a photo without edges.
    package static func ofPhoto(_ image: some ColorPicture, in part: Rect? = nil) -> Double? {
        let area = image.area(of: part)
        let scale = max(1, (max(image.width, image.height) + photoSide / 2) / photoSide)
        let (width, height) = (area.width / scale, area.height / scale)
        let upright = Self.width(lines: height, length: width, reach: 4) { line, place in
            image.pixel(area.x + place * scale, area.y + line * scale).y
        }
        let level = Self.width(lines: width, length: height, reach: 4) { line, place in
            image.pixel(area.x + line * scale, area.y + place * scale).y
        }
        return [upright, level].compactMap { $0 }.max()
    }

    /// - Parameters:
    ///   - lines: number of parallel lines, of which some are read.
    ///   - length: pixels of a line.
    ///   - reach: distance from the middle of an edge to its two sides, in pixels.
    ///   - green: the green of a pixel of a line.
    private static func width(
        lines: Int, length: Int, reach: Int, green: (_ line: Int, _ place: Int) -> UInt8
    ) -> Double? {
        guard length > 4 * reach else { return nil }
        // Edges by the share of the contrast that lies within two pixels, in 64ths.
        var counts = [Int](repeating: 0, count: 65)
        var values = [Int32](repeating: 0, count: length)
        for line in stride(from: lineStep / 2, to: lines, by: lineStep) {
            for place in 0..<length { values[place] = Int32(green(line, place)) }
            addEdges(of: values, reach, to: &counts)
        }
        let all = counts.reduce(0, +)
        guard all >= fewest else { return nil }
        // A quarter of the edges is at least this steep.
        var rest = all / 4
        for share in counts.indices.reversed() {
            rest -= counts[share]
            if rest < 0 { return 2 * 64 / Double(max(share, 1)) }
        }
        return nil
    }

    private static func addEdges(of green: [Int32], _ reach: Int, to counts: inout [Int]) {
        func steepness(_ place: Int) -> Int32 { green[place &+ 1] &- green[place &- 1] }
        var place = reach
        while place < green.count - reach {
            let slope = steepness(place)
            let whole = green[place &+ reach] &- green[place &- reach]
            // The middle of an edge is where it is steepest.
            guard abs(whole) >= contrast, abs(slope) >= abs(steepness(place - 1)),
                abs(slope) > abs(steepness(place + 1)), (slope > 0) == (whole > 0)
            else {
                place += 1
                continue
            }
            counts[Int(min(64, 64 * abs(slope) / abs(whole)))] += 1
            place += 2
        }
    }
}
