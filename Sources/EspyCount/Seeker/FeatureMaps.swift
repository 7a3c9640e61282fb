import EspyInference
import EspyPixels

/// The network's features of a photo at one scale: one vector for each cell of 8 × 8 pixels.
struct FeatureMaps: Sendable {
    /// Pixels of the scaled photo per pixel of the photo.
    let scaleX: Double
    let scaleY: Double
    /// Size of the scaled photo, without padding.
    let width: Int
    let height: Int
    /// `[1, channels, rows, columns]`
    let tensor: Tensor

    static let stride = 8

    var rows: Int { tensor.shape[2] }
    var columns: Int { tensor.shape[3] }
    var bytes: Int { tensor.values.count * MemoryLayout<Float>.size }

    /// Converts a box from pixels of the photo to pixels of the scaled photo.
    func scaled(_ box: Rect) -> Rect {
        Rect(x: box.x * scaleX, y: box.y * scaleY, width: box.width * scaleX, height: box.height * scaleY)
    }

    /// Samples a box on a grid, `[1, channels, side, side]`: bilinear between the centers of cells; outside the maps,
    /// the border is repeated.
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
    /// The number of cells per run, which limits the memory: 30,000 would take 160 MB.
    fileprivate static let mostCells = 8_000

    /// Runs a model strip by strip and returns its output for each cell, `[1, cells, 5]`, for ``SeekerHeadDecoder``.
    ///
    /// - Parameters:
    ///   - margin: cells above and below a strip that affect its output.
    ///   - others: further inputs, after the maps.
    func rows(margin: Int, of model: OpenModel, with others: [Tensor] = []) throws(CountError) -> Tensor {
        let most = max(Self.mostCells / columns, 4 * margin)
        var values: [Float] = []
        values.reserveCapacity(5 * rows * columns)
        for strip in TilePart.parts(of: rows, most: most, border: margin, multiple: 1) {
            let shape = [1, tensor.shape[1], strip.whole.count, columns]
            try model.run(
                [shape] + others.map { $0.shape },
                fill: { input, numbers in
                    guard input == 0 else {
                        _ = numbers.update(fromContentsOf: others[input - 1].values)
                        return
                    }
                    tensor.write(rows: strip.whole, columns: 0..<columns, to: numbers)
                }, expecting: [[1, strip.whole.count * columns, 5]],
                take: { _, answers in
                    let start = (strip.kept.lowerBound - strip.whole.lowerBound) * columns * 5
                    let down = Float(strip.whole.lowerBound * Self.stride)
                    for place in Swift.stride(from: start, to: start + strip.kept.count * columns * 5, by: 5) {
                        values.append(answers[0][place])
                        values.append(answers[0][place + 1] + down)
                        values.append(answers[0][place + 2])
                        values.append(answers[0][place + 3] + down)
                        values.append(answers[0][place + 4])
                    }
                })
        }
        return Tensor(shape: [1, rows * columns, 5], values: values)
    }
}

extension Tensor {
    fileprivate init(zeros shape: [Int]) {
        self.init(shape: shape, values: Array(repeating: 0, count: shape.reduce(1, *)))
    }

    /// Copies some rows and columns of `[1, channels, rows, columns]`.
    fileprivate func write(rows: Range<Int>, columns: Range<Int>, to numbers: UnsafeMutableBufferPointer<Float>) {
        values.withUnsafeBufferPointer { values in
            guard var target = numbers.baseAddress, let source = values.baseAddress else { return }
            for channel in 0..<shape[1] {
                for row in rows {
                    target.update(
                        from: source + (channel * shape[2] + row) * shape[3] + columns.lowerBound, count: columns.count)
                    target += columns.count
                }
            }
        }
    }

    /// Copies the kept part of a tile.
    ///
    /// - Parameters:
    ///   - rows, columns: its position, in units of which `stride` are one cell.
    ///   - tile: the output for the whole part.
    fileprivate mutating func take(
        rows: TilePart, columns: TilePart, of tile: UnsafeBufferPointer<Float>, stride: Int = 1
    ) {
        let (channels, height, width) = (shape[1], shape[2], shape[3])
        let tileRows = rows.whole.count / stride
        let tileColumns = columns.whole.count / stride
        let (top, left) = (rows.whole.lowerBound / stride, columns.kept.lowerBound / stride)
        let inside = left - columns.whole.lowerBound / stride
        values.withUnsafeMutableBufferPointer { values in
            guard let target = values.baseAddress, let source = tile.baseAddress else { return }
            for channel in 0..<channels {
                for row in (rows.kept.lowerBound / stride)..<(rows.kept.upperBound / stride) {
                    (target + (channel * height + row) * width + left).update(
                        from: source + (channel * tileRows + row - top) * tileColumns + inside,
                        count: columns.kept.count / stride)
                }
            }
        }
    }
}

/// Makes the maps of a photo at one scale.
///
/// Most layers depend only on a neighborhood, and they take most of the memory: they process a large picture in tiles,
/// with enough margin around each that the output equals that for the whole picture.
struct FeatureExtractor: Sendable {
    let networks: SeekerNetworks

    /// The sides of the network's inputs are multiples of this.
    private static let block = 32
    private static let large = 500_000

    /// - Parameter image: already scaled.
    func maps(of image: RGBImage, scaleX: Double, scaleY: Double) throws(CountError) -> FeatureMaps {
        let planes = PixelPlanes(image, width: Self.filled(image.width), height: Self.filled(image.height))
        let tensor: Tensor
        if let trunk = networks.trunk {
            // The layers' working memory is released before others need as much: the next picture has another size and
            // needs new buffers anyway.
            let isLarge = planes.width * planes.height > Self.large
            let features = try features(of: planes, by: trunk.stem)
            if isLarge { trunk.stem.rest() }
            let (wide, wider) = try context(of: features.coarse, by: trunk.context)
            if isLarge { trunk.context.rest() }
            tensor = try sum(features.fine, wide, wider)
        } else {
            tensor = try whole(planes)
        }
        return FeatureMaps(
            scaleX: scaleX, scaleY: scaleY, width: image.width, height: image.height, tensor: tensor)
    }

    private func whole(_ planes: PixelPlanes) throws(CountError) -> Tensor {
        var maps = Tensor(zeros: [
            1, networks.channels, planes.height / FeatureMaps.stride, planes.width / FeatureMaps.stride,
        ])
        let all = (rows: TilePart(all: maps.shape[2]), columns: TilePart(all: maps.shape[3]))
        try networks.maps.run(
            [[1, 3, planes.height, planes.width]],
            fill: { planes.write(columns: 0..<planes.width, rows: 0..<planes.height, to: $1) }, expecting: [maps.shape],
            take: { maps.take(rows: all.rows, columns: all.columns, of: $1[0]) })
        return maps
    }

    /// The stem takes 300 bytes per pixel, and depends on at most 48 pixels around a place.
    private func features(
        of planes: PixelPlanes, by stem: OpenModel
    ) throws(CountError) -> (fine: Tensor, coarse: Tensor) {
        let strides = (fine: FeatureMaps.stride, coarse: 2 * FeatureMaps.stride)
        func shape(_ channels: Int, _ stride: Int, _ rows: Int, _ columns: Int) -> [Int] {
            [1, channels, rows / stride, columns / stride]
        }
        var (fine, coarse): (Tensor?, Tensor?)
        for rows in TilePart.parts(of: planes.height, most: 320, border: 48, multiple: Self.block) {
            for columns in TilePart.parts(of: planes.width, most: 640, border: 48, multiple: Self.block) {
                let (height, width) = (rows.whole.count, columns.whole.count)
                try stem.run(
                    [[1, 3, height, width]],
                    fill: { planes.write(columns: columns.whole, rows: rows.whole, to: $1) },
                    expecting: [
                        shape(networks.channels, strides.fine, height, width), shape(-1, strides.coarse, height, width),
                    ],
                    take: { shapes, answers in
                        func take(_ output: Int, into whole: inout Tensor?, _ stride: Int) {
                            whole =
                                whole ?? Tensor(zeros: shape(shapes[output][1], stride, planes.height, planes.width))
                            whole?.take(rows: rows, columns: columns, of: answers[output], stride: stride)
                        }
                        take(0, into: &fine, strides.fine)
                        take(1, into: &coarse, strides.coarse)
                    })
            }
        }
        guard let fine, let coarse else { throw .emptyImage(width: planes.width, height: planes.height) }
        return (fine, coarse)
    }

    /// These layers also depend on distant places: only very large pictures are processed in tiles, with a margin of
    /// 128 pixels.
    private func context(
        of coarse: Tensor, by model: OpenModel
    ) throws(CountError) -> (wide: Tensor, wider: Tensor) {
        let (rows, columns) = (coarse.shape[2], coarse.shape[3])
        let isLarge = rows * columns > Self.mostCoarse
        func parts(_ length: Int) -> [TilePart] {
            isLarge ? TilePart.parts(of: length, most: 80, border: 8, multiple: 2) : [TilePart(all: length)]
        }
        var (wide, wider): (Tensor?, Tensor?)
        for down in parts(rows) {
            for across in parts(columns) {
                let (height, width) = (down.whole.count, across.whole.count)
                try model.run(
                    [[1, coarse.shape[1], height, width]],
                    fill: { coarse.write(rows: down.whole, columns: across.whole, to: $1) },
                    expecting: [[1, -1, height, width], [1, -1, height / 2, width / 2]],
                    take: { shapes, answers in
                        wide = wide ?? Tensor(zeros: [1, shapes[0][1], rows, columns])
                        wider = wider ?? Tensor(zeros: [1, shapes[1][1], rows / 2, columns / 2])
                        wide?.take(rows: down, columns: across, of: answers[0])
                        wider?.take(rows: down, columns: across, of: answers[1], stride: 2)
                    })
            }
        }
        guard let wide, let wider else { throw .emptyImage(width: columns, height: rows) }
        return (wide, wider)
    }

    /// The largest number of coarse cells whose context is processed as a whole, in 70 MB.
    private static let mostCoarse = 8_500

    private func sum(_ fine: Tensor, _ wide: Tensor, _ wider: Tensor) throws(CountError) -> Tensor {
        let (rows, columns) = (fine.shape[2], fine.shape[3])
        var maps = Tensor(zeros: [1, networks.channels, rows, columns])
        let across = TilePart(all: columns)
        // The features are added up, and one filter needs a margin of one cell; four of these cells are one of the
        // wider ones.
        let most = max(FeatureMaps.mostCells / columns, 16)
        for down in TilePart.parts(of: rows, most: most, border: 4, multiple: 4) {
            let inputs = [(fine, 1), (wide, 2), (wider, 4)]
            try networks.maps.run(
                inputs.map { [1, $0.shape[1], down.whole.count / $1, columns / $1] },
                fill: { input, numbers in
                    let (tensor, stride) = inputs[input]
                    let rows = (down.whole.lowerBound / stride)..<(down.whole.upperBound / stride)
                    tensor.write(rows: rows, columns: 0..<(columns / stride), to: numbers)
                }, expecting: [[1, networks.channels, down.whole.count, columns]],
                take: { maps.take(rows: down, columns: across, of: $1[0]) })
        }
        return maps
    }

    private static func filled(_ length: Int) -> Int { (length + block - 1) / block * block }
}

/// Pixels as planes of numbers: blue, green, red, 0…255. Outside the picture is its mean color.
private struct PixelPlanes {
    private let image: RGBImage
    let width: Int
    let height: Int
    private let fill: [Float]

    /// - Parameters:
    ///   - width, height: of the planes, at least as large as the picture.
    init(_ image: RGBImage, width: Int, height: Int) {
        (self.image, self.width, self.height) = (image, width, height)
        fill = width > image.width || height > image.height ? Self.meanColor(of: image) : [0, 0, 0]
    }

    /// Writes `[1, 3, rows, columns]`.
    func write(columns: Range<Int>, rows: Range<Int>, to out: UnsafeMutableBufferPointer<Float>) {
        let (width, height) = (columns.count, rows.count)
        let plane = width * height
        image.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<height {
                let y = rows.lowerBound + row
                let inside = y < image.height ? max(min(columns.upperBound, image.width) - columns.lowerBound, 0) : 0
                let start = (y * image.width + columns.lowerBound) * 3
                for channel in 0..<3 {
                    let target = channel * plane + row * width
                    let source = start + 2 - channel
                    for column in 0..<inside { out[target + column] = Float(pixels[source + 3 * column]) }
                    for column in inside..<width { out[target + column] = fill[2 - channel] }
                }
            }
        }
    }

    /// The mean red, green and blue.
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
