import EspyPixels

/// A gray picture at several sizes, each half as large as the one before.
struct GrayLevels: Sendable {
    /// The largest first.
    let planes: [GrayPlane]

    /// The smallest size is that at which only the layout is left.
    private static let least = 32

    /// - Parameter longSide: of the largest, in pixels; never more than the picture has.
    init(_ image: GrayImage, longSide: Int) {
        var planes: [GrayPlane] = []
        var side = min(longSide, max(image.width, image.height))
        repeat {
            planes.append(GrayPlane(image, longSide: side))
            side /= 2
        } while side >= Self.least
        self.planes = planes
    }

    /// The plane that comes nearest to a long side from above, else the largest.
    func plane(_ longSide: Int) -> GrayPlane { planes.last { $0.longSide >= longSide } ?? planes[0] }
}

/// Gray from 0 to 255 as numbers, a little blurred: at the edge of a pixel two versions of a picture always differ.
struct GrayPlane: Sendable {
    let width: Int
    let height: Int
    let values: [Float]

    var longSide: Int { max(width, height) }

    init(width: Int, height: Int, values: [Float]) {
        (self.width, self.height, self.values) = (width, height, values)
    }

    init(_ image: GrayImage, longSide: Int) {
        let scale = Double(longSide) / Double(max(image.width, image.height, 1))
        let (width, height) = (
            max(Int((Double(image.width) * scale).rounded()), 1), max(Int((Double(image.height) * scale).rounded()), 1)
        )
        let small = image.resized(width: width, height: height).pixels.map { Float($0) }
        self.init(width: width, height: height, values: Self.blurred(small, width, height))
    }

    /// By the weights 1, 2, 1 across and down.
    private static func blurred(_ values: [Float], _ width: Int, _ height: Int) -> [Float] {
        var across = values
        var result = values
        for y in 0..<height {
            for x in 0..<width {
                let (left, right) = (y * width + max(x - 1, 0), y * width + min(x + 1, width - 1))
                across[y * width + x] = 0.25 * (values[left] + values[right]) + 0.5 * values[y * width + x]
            }
        }
        for y in 0..<height {
            let (above, below) = (max(y - 1, 0) * width, min(y + 1, height - 1) * width)
            for x in 0..<width {
                result[y * width + x] = 0.25 * (across[above + x] + across[below + x]) + 0.5 * across[y * width + x]
            }
        }
        return result
    }
}
