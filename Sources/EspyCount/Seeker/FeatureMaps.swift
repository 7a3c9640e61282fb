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

extension FeatureMaps {
    /// Cells that a network is shown at once: with 30,000 it would take 160 MB.
    private static let mostCells = 8_000

    /// What a network answers for each cell, `[1, cells, 5]` as ``RowReader`` reads it, asked strip by strip.
    ///
    /// - Parameter margin: cells above and below a strip that decide what is seen in it.
    func rows(
        margin: Int, of model: OpenModel, _ answer: (Tensor) throws(CountError) -> Tensor
    ) throws(CountError) -> Tensor {
        let strips = TilePart.parts(
            of: rows, most: max(Self.mostCells / columns, 4 * margin), border: margin, multiple: 1)
        guard strips.count > 1 else { return try answer(tensor) }
        var values: [Float] = []
        values.reserveCapacity(5 * rows * columns)
        for strip in strips {
            let seen = try answer(tensor.cropped(rows: strip.whole, columns: 0..<columns))
            let expected = [1, strip.whole.count * columns, 5]
            guard seen.shape == expected else { throw .wrongAnswer(of: model, expected, seen.shape) }
            let start = (strip.kept.lowerBound - strip.whole.lowerBound) * columns * 5
            let down = Float(strip.whole.lowerBound * Self.stride)
            for place in Swift.stride(from: start, to: start + strip.kept.count * columns * 5, by: 5) {
                values.append(seen.values[place])
                values.append(seen.values[place + 1] + down)
                values.append(seen.values[place + 2])
                values.append(seen.values[place + 3] + down)
                values.append(seen.values[place + 4])
            }
        }
        return Tensor(shape: [1, rows * columns, 5], values: values)
    }
}

extension CountError {
    static func wrongAnswer(of model: OpenModel, _ expected: [Int], _ found: [Int]) -> CountError {
        .model(
            .wrongShape(id: model.entry.id, expected: Tensor.text(of: expected), found: Tensor.text(of: found)))
    }
}

extension Tensor {
    /// Some rows and columns of `[1, channels, rows, columns]`.
    fileprivate func cropped(rows: Range<Int>, columns: Range<Int>) -> Tensor {
        var values: [Float] = []
        values.reserveCapacity(shape[1] * rows.count * columns.count)
        for channel in 0..<shape[1] {
            for row in rows {
                let start = (channel * shape[2] + row) * shape[3]
                values += self.values[(start + columns.lowerBound)..<(start + columns.upperBound)]
            }
        }
        return Tensor(shape: [1, shape[1], rows.count, columns.count], values: values)
    }

    /// Takes over what is kept of a tile.
    ///
    /// - Parameters:
    ///   - rows, columns: where it is, in units of which `stride` are one cell.
    ///   - tile: of the whole parts.
    fileprivate mutating func take(_ rows: TilePart, _ columns: TilePart, of tile: Tensor, stride: Int = 1) {
        let (kept, length) = (rows.kept.lowerBound / stride..<rows.kept.upperBound / stride, columns.kept.count / stride)
        let (top, left) = (rows.whole.lowerBound / stride, columns.kept.lowerBound / stride)
        let inside = left - columns.whole.lowerBound / stride
        for channel in 0..<shape[1] {
            for row in kept {
                let to = (channel * shape[2] + row) * shape[3] + left
                let from = (channel * tile.shape[2] + row - top) * tile.shape[3] + inside
                values.replaceSubrange(to..<(to + length), with: tile.values[from..<(from + length)])
            }
        }
    }
}

/// Makes the maps of a photo at one scale.
struct MapMaker: Sendable {
    let networks: SeekerNetworks

    /// Sides of what the networks are shown are multiples of this.
    private static let block = 32

    /// - Parameter image: scaled already.
    func maps(of image: RGBImage, scaleX: Double, scaleY: Double) throws(CountError) -> FeatureMaps {
        let planes = PixelPlanes(image, width: Self.filled(image.width), height: Self.filled(image.height))
        let tensor: Tensor
        if let stem = networks.stem {
            tensor = try maps(of: try features(of: planes, by: stem))
        } else {
            tensor = try run([planes.tensor(columns: 0..<planes.width, rows: 0..<planes.height)], stride: FeatureMaps.stride)
        }
        return FeatureMaps(
            scaleX: scaleX, scaleY: scaleY, width: image.width, height: image.height, tensor: tensor)
    }

    /// Fine and coarse features, shown tile by tile: the first layers take 300 bytes a pixel, and what lies 64 pixels
    /// around a tile decides all that they see in it, so that the answer is that to the whole picture.
    private func features(of planes: PixelPlanes, by stem: OpenModel) throws(CountError) -> [Tensor] {
        let across = TilePart.parts(of: planes.width, most: 960, border: 64, multiple: Self.block)
        let down = TilePart.parts(of: planes.height, most: 384, border: 64, multiple: Self.block)
        let strides = [FeatureMaps.stride, 2 * FeatureMaps.stride]
        var features: [Tensor] = []
        for rows in down {
            for columns in across {
                let pixels = planes.tensor(columns: columns.whole, rows: rows.whole)
                let tile = try stem.answers([pixels], count: 2)
                for (part, stride) in zip(tile, strides) {
                    let expected = [1, part.shape.dropFirst().first ?? 0, rows.whole.count / stride, columns.whole.count / stride]
                    guard part.shape == expected else { throw .wrongAnswer(of: stem, expected, part.shape) }
                }
                if across.count == 1, down.count == 1 { return tile }
                if features.isEmpty {
                    features = zip(tile, strides).map { part, stride in
                        let shape = [1, part.shape[1], planes.height / stride, planes.width / stride]
                        return Tensor(shape: shape, values: Array(repeating: 0, count: shape.reduce(1, *)))
                    }
                }
                for (place, stride) in strides.enumerated() {
                    features[place].take(rows, columns, of: tile[place], stride: stride)
                }
            }
        }
        return features
    }

    /// The maps of fine and coarse features, of which those of very large pictures are shown tile by tile.
    private func maps(of features: [Tensor]) throws(CountError) -> Tensor {
        let (rows, columns) = (features[0].shape[2], features[0].shape[3])
        guard rows * columns > Self.mostCells else { return try run(features) }
        func parts(_ length: Int) -> [TilePart] { TilePart.parts(of: length, most: 160, border: 16, multiple: 4) }
        let shape = [1, networks.channels, rows, columns]
        var maps = Tensor(shape: shape, values: Array(repeating: 0, count: shape.reduce(1, *)))
        for down in parts(rows) {
            for across in parts(columns) {
                let tile = try run([
                    features[0].cropped(rows: down.whole, columns: across.whole),
                    features[1].cropped(rows: down.whole.halved, columns: across.whole.halved),
                ])
                maps.take(down, across, of: tile)
            }
        }
        return maps
    }

    /// Cells up to which the maps of a picture are made at once, in 150 MB.
    private static let mostCells = 34_000

    /// - Parameter stride: of the maps, in cells of the first input.
    private func run(_ inputs: [Tensor], stride: Int = 1) throws(CountError) -> Tensor {
        let maps = try networks.maps.answers(inputs, count: 1)[0]
        let expected = [1, networks.channels, inputs[0].shape[2] / stride, inputs[0].shape[3] / stride]
        guard maps.shape == expected else { throw .wrongAnswer(of: networks.maps, expected, maps.shape) }
        return maps
    }

    private static func filled(_ length: Int) -> Int { (length + block - 1) / block * block }
}

extension Range<Int> {
    fileprivate var halved: Range<Int> { lowerBound / 2..<upperBound / 2 }
}

/// Pixels as planes of numbers: blue, green, red, 0…255. Beyond the picture there is its mean color.
private struct PixelPlanes {
    private let image: RGBImage
    let width: Int
    let height: Int
    private let fill: [Float]

    /// - Parameters:
    ///   - width, height: of the planes, at least those of the picture.
    init(_ image: RGBImage, width: Int, height: Int) {
        (self.image, self.width, self.height) = (image, width, height)
        fill = width > image.width || height > image.height ? Self.meanColor(of: image) : [0, 0, 0]
    }

    /// - Returns: `[1, 3, rows, columns]`
    func tensor(columns: Range<Int>, rows: Range<Int>) -> Tensor {
        let (width, height) = (columns.count, rows.count)
        let plane = width * height
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
        var sums = (0, 0, 0)
        image.pixels.withUnsafeBufferPointer { pixels in
            for start in stride(from: 0, to: pixels.count - 2, by: 3) {
                sums.0 += Int(pixels[start])
                sums.1 += Int(pixels[start + 1])
                sums.2 += Int(pixels[start + 2])
            }
        }
        let count = max(image.width * image.height, 1)
        return [sums.0, sums.1, sums.2].map { Float($0 / count) }
    }
}
