import EspyInference
import EspyPixels

/// What the network sees in a photo at one scale: for each cell of 8 × 8 pixels some numbers.
struct FeatureMaps: Sendable {
    /// Pixels of the scaled photo for one of the photo.
    let scaleX: Double
    let scaleY: Double
    /// Size of the scaled photo, without what fills it up.
    let width: Int
    let height: Int
    /// `[1, channels, rows, columns]`
    let tensor: Tensor

    static let stride = 8

    var rows: Int { tensor.shape[2] }
    var columns: Int { tensor.shape[3] }
    var bytes: Int { tensor.values.count * MemoryLayout<Float>.size }

    /// A box in pixels of the photo as one in pixels of the scaled photo.
    func scaled(_ box: Rect) -> Rect {
        Rect(x: box.x * scaleX, y: box.y * scaleY, width: box.width * scaleX, height: box.height * scaleY)
    }

    /// The numbers of a box on a grid, `[1, channels, side, side]`: bilinear between the middles of cells, those at the
    /// border going on beyond it.
    ///
    /// - Parameter box: in pixels of the photo.
    func patch(_ box: Rect, side: Int) -> Tensor {
        let box = scaled(box)
        let across = Self.taps(from: box.x, length: box.width, count: side, cells: columns)
        let down = Self.taps(from: box.y, length: box.height, count: side, cells: rows)
        let (channels, plane) = (tensor.shape[1], rows * columns)
        let values = [Float](unsafeUninitializedCapacity: channels * side * side) { out, initialized in
            tensor.values.withUnsafeBufferPointer { source in
                for channel in 0..<channels {
                    for (row, y) in down.enumerated() {
                        let upper = channel * plane + y.first * columns
                        let lower = channel * plane + y.second * columns
                        for (column, x) in across.enumerated() {
                            let above = source[upper + x.first] * (1 - x.share) + source[upper + x.second] * x.share
                            let below = source[lower + x.first] * (1 - x.share) + source[lower + x.second] * x.share
                            out[(channel * side + row) * side + column] = above * (1 - y.share) + below * y.share
                        }
                    }
                }
            }
            initialized = channels * side * side
        }
        return Tensor(shape: [1, channels, side, side], values: values)
    }

    private static func taps(
        from start: Double, length: Double, count: Int, cells: Int
    ) -> [(first: Int, second: Int, share: Float)] {
        (0..<count).map { index in
            let place = (start + length * (Double(index) + 0.5) / Double(count)) / Double(stride) - 0.5
            let held = min(max(place, 0), Double(cells - 1))
            let first = Int(held)
            return (first, min(first + 1, cells - 1), Float(held - Double(first)))
        }
    }
}

/// Makes the maps of a photo at one scale.
struct MapMaker: Sendable {
    let networks: SeekerNetworks

    /// Sides of what the network is shown are multiples of this.
    private static let block = 32
    /// Pixels that the network takes at once: with 2 million it needs about 300 MB.
    private static let mostPixels = 2_200_000
    /// What lies around a tile decides what is seen at its border, as far as this.
    private static let margin = 128

    /// - Parameter image: scaled already.
    func maps(of image: RGBImage, scaleX: Double, scaleY: Double) throws(CountError) -> FeatureMaps {
        let width = Self.filled(image.width)
        let height = Self.filled(image.height)
        let tensor =
            width * height <= Self.mostPixels
            ? try run(PixelPlanes.tensor(of: image, columns: 0..<width, rows: 0..<height))
            : try tiled(image, width: width, height: height)
        return FeatureMaps(
            scaleX: scaleX, scaleY: scaleY, width: image.width, height: image.height, tensor: tensor)
    }

    private func run(_ pixels: Tensor) throws(CountError) -> Tensor {
        let maps = try networks.maps.answers([pixels], count: 1)[0]
        let expected = [
            1, networks.channels, pixels.shape[2] / FeatureMaps.stride, pixels.shape[3] / FeatureMaps.stride,
        ]
        guard maps.shape == expected else {
            throw .model(
                .wrongShape(
                    id: networks.maps.entry.id, expected: Tensor.text(of: expected), found: Tensor.text(of: maps.shape))
            )
        }
        return maps
    }

    /// Shows the network one part after the other, each with what lies around it.
    private func tiled(_ image: RGBImage, width: Int, height: Int) throws(CountError) -> Tensor {
        let stride = FeatureMaps.stride
        let (columns, rows) = (width / stride, height / stride)
        var values = [Float](repeating: 0, count: networks.channels * columns * rows)
        for core in Self.tiles(width: width, height: height) {
            let shown = PixelRect(
                columns: max(
                    core.columns.lowerBound - Self.margin, 0)..<min(
                        core.columns.upperBound + Self.margin, width),
                rows: max(core.rows.lowerBound - Self.margin, 0)..<min(core.rows.upperBound + Self.margin, height))
            let maps = try run(PixelPlanes.tensor(of: image, columns: shown.columns, rows: shown.rows))
            let (tileRows, tileColumns) = (maps.shape[2], maps.shape[3])
            let left = (core.columns.lowerBound - shown.columns.lowerBound) / stride
            let top = (core.rows.lowerBound - shown.rows.lowerBound) / stride
            let length = core.width / stride
            for channel in 0..<networks.channels {
                for row in 0..<(core.height / stride) {
                    let from = (channel * tileRows + top + row) * tileColumns + left
                    let to =
                        (channel * rows + core.rows.lowerBound / stride + row) * columns
                        + core.columns.lowerBound / stride
                    values.replaceSubrange(to..<(to + length), with: maps.values[from..<(from + length)])
                }
            }
        }
        return Tensor(shape: [1, networks.channels, rows, columns], values: values)
    }

    private static func tiles(width: Int, height: Int) -> [PixelRect] {
        let side = 1024
        return cuts(height, side).flatMap { rows in cuts(width, side).map { PixelRect(columns: $0, rows: rows) } }
    }

    private static func cuts(_ length: Int, _ side: Int) -> [Range<Int>] {
        let parts = (length + side - 1) / side
        let blocks = length / block
        let edges = (0...parts).map { blocks * $0 / parts * block }
        return zip(edges, edges.dropFirst()).map { $0..<$1 }
    }

    private static func filled(_ length: Int) -> Int { (length + block - 1) / block * block }
}

/// Pixels as planes of numbers: blue, green, red, 0…255.
private enum PixelPlanes {
    /// - Parameters:
    ///   - columns, rows: what is shown; beyond the picture, its mean colour.
    /// - Returns: `[1, 3, rows, columns]`
    static func tensor(of image: RGBImage, columns: Range<Int>, rows: Range<Int>) -> Tensor {
        let (width, height) = (columns.count, rows.count)
        let plane = width * height
        let reachesOut = columns.upperBound > image.width || rows.upperBound > image.height
        let fill = reachesOut ? meanColor(of: image) : [0, 0, 0]
        let values = [Float](unsafeUninitializedCapacity: 3 * plane) { out, initialized in
            image.pixels.withUnsafeBufferPointer { pixels in
                for row in 0..<height {
                    let y = rows.lowerBound + row
                    let inside =
                        y < image.height ? max(min(columns.upperBound, image.width) - columns.lowerBound, 0) : 0
                    let start = (y * image.width + columns.lowerBound) * 3
                    for channel in 0..<3 {
                        let target = channel * plane + row * width
                        let source = start + 2 - channel
                        for column in 0..<inside { out[target + column] = Float(pixels[source + 3 * column]) }
                        for column in inside..<width { out[target + column] = fill[2 - channel] }
                    }
                }
            }
            initialized = 3 * plane
        }
        return Tensor(shape: [1, 3, height, width], values: values)
    }

    /// Red, green and blue.
    private static func meanColor(of image: RGBImage) -> [Float] {
        var sums = [0, 0, 0]
        image.pixels.withUnsafeBufferPointer { pixels in
            for start in stride(from: 0, to: pixels.count - 2, by: 3) {
                sums[0] += Int(pixels[start])
                sums[1] += Int(pixels[start + 1])
                sums[2] += Int(pixels[start + 2])
            }
        }
        let count = max(image.width * image.height, 1)
        return sums.map { Float($0 / count) }
    }
}
