extension Operands {
    func maxPool() throws(NetworkError) -> Values {
        try pool { window, channel in
            var most = -Float.infinity
            for place in window where place[channel] > most { most = place[channel] }
            return most
        }
    }

    /// The networks pool windows that lie inside the picture.
    func averagePool() throws(NetworkError) -> Values {
        guard attributes.integers["pads", default: [0]].allSatisfy({ $0 == 0 }) else {
            throw .unknownOperator("AveragePool with pads")
        }
        return try pool { window, channel in
            var sum: Float = 0
            for place in window { sum += place[channel] }
            return sum / Float(window.count)
        }
    }

    /// - Parameter combine: for the places of a window that are inside the picture, and one channel.
    @inline(__always)
    private func pool(_ combine: ([UnsafePointer<Float>], Int) -> Float) throws(NetworkError) -> Values {
        let form = try Convolution.Form(attributes)
        guard attributes.integer("ceil_mode", else: 0) == 0 else { throw .unknownOperator("a pool that rounds up") }
        let pictures = try self[0].deep(name)
        defer { withExtendedLifetime(pictures.storage) {} }
        let (channels, height, width) = (pictures.shape[1], pictures.shape[2], pictures.shape[3])
        let rows = height + form.pads.top + form.pads.bottom - form.kernel.height
        let columns = width + form.pads.left + form.pads.right - form.kernel.width
        try check(rows >= 0 && columns >= 0)
        let shape = [pictures.shape[0], channels, rows / form.strides.rows + 1, columns / form.strides.columns + 1]
        let result = Values(shape: shape, steps: Values.steps(of: shape, order: Values.deepOrder))
        var target = result.start
        var window: [UnsafePointer<Float>] = []
        for picture in 0..<shape[0] {
            let start = UnsafePointer(pictures.start + picture * height * width * channels)
            for row in 0..<shape[2] {
                for column in 0..<shape[3] {
                    let top = row * form.strides.rows - form.pads.top
                    let left = column * form.strides.columns - form.pads.left
                    window.removeAll(keepingCapacity: true)
                    for y in max(top, 0)..<min(top + form.kernel.height, height) {
                        for x in max(left, 0)..<min(left + form.kernel.width, width) {
                            window.append(start + (y * width + x) * channels)
                        }
                    }
                    for channel in 0..<channels { target[channel] = combine(window, channel) }
                    target += channels
                }
            }
        }
        return result
    }

    /// Enlarges pictures by whole factors: by repeating pixels, or by what lies between them.
    func resize() throws(NetworkError) -> Values {
        let pictures = try self[0].deep(name)
        defer { withExtendedLifetime(pictures.storage) {} }
        guard let scales = optional(2)?.numbers, scales.count == 4, scales[0] == 1, scales[1] == 1 else {
            throw .unknownOperator("Resize without scales")
        }
        let size = [pictures.shape[2], pictures.shape[3]]
        let wanted = [Int(Float(size[0]) * scales[2]), Int(Float(size[1]) * scales[3])]
        let rows = try samples(from: size[0], to: wanted[0], scales[2])
        let columns = try samples(from: size[1], to: wanted[1], scales[3])
        let channels = pictures.shape[1]
        let shape = [pictures.shape[0], channels] + wanted
        let result = Values(shape: shape, steps: Values.steps(of: shape, order: Values.deepOrder))
        var target = result.start
        for picture in 0..<shape[0] {
            let start = UnsafePointer(pictures.start + picture * size[0] * size[1] * channels)
            for row in rows {
                for column in columns {
                    Self.mix(start, size[1], channels, row, column, into: target)
                    target += channels
                }
            }
        }
        return result
    }

    /// Two neighbors, and the share of the second one.
    private typealias Sample = (first: Int, second: Int, share: Float)

    private func samples(from: Int, to: Int, _ scale: Float) throws(NetworkError) -> [Sample] {
        let mode = (attributes.texts["mode"], attributes.texts["coordinate_transformation_mode"])
        switch mode {
        case ("nearest", "asymmetric") where attributes.texts["nearest_mode"] == "floor":
            return (0..<to).map { index in
                let place = min(Int(Float(index) / scale), from - 1)
                return (place, place, 0)
            }
        case ("linear", "half_pixel"):
            return (0..<to).map { Self.sample(at: (Float($0) + 0.5) / scale - 0.5, of: from) }
        default: throw .unknownOperator("Resize in another mode")
        }
    }

    /// The neighbors of a place; those beyond the ends are the ends.
    private static func sample(at place: Float, of count: Int) -> Sample {
        let held = min(max(place, 0), Float(count - 1))
        let first = Int(held)
        return (first, min(first + 1, count - 1), held - Float(first))
    }

    @inline(__always)
    private static func mix(
        _ picture: UnsafePointer<Float>, _ width: Int, _ channels: Int, _ row: Sample, _ column: Sample,
        into target: UnsafeMutablePointer<Float>
    ) {
        let pixel = { (row: Int, column: Int) in picture + (row * width + column) * channels }
        if row.share == 0, column.share == 0 {
            target.update(from: pixel(row.first, column.first), count: channels)
            return
        }
        let (a, b) = (pixel(row.first, column.first), pixel(row.first, column.second))
        let (c, d) = (pixel(row.second, column.first), pixel(row.second, column.second))
        let (u, v) = (column.share, row.share)
        for channel in 0..<channels {
            target[channel] =
                (a[channel] * (1 - u) + b[channel] * u) * (1 - v) + (c[channel] * (1 - u) + d[channel] * u) * v
        }
    }

    /// Samples one picture at the places of a grid, whose coordinates go from -1 to 1 over the whole picture. NaN is
    /// the first place.
    func gridSample() throws(NetworkError) -> Values {
        guard attributes.texts["mode"] == "bilinear", attributes.texts["padding_mode"] == "border",
            attributes.integer("align_corners", else: 0) == 0
        else { throw .unknownOperator("GridSample in another mode") }
        let (pictures, grid) = (try self[0].deep(name), try self[1].inRows())
        defer { withExtendedLifetime((pictures.storage, grid.storage)) {} }
        try check(grid.shape.count == 4 && grid.shape[0] == pictures.shape[0] && grid.shape[3] == 2)
        let (channels, height, width) = (pictures.shape[1], pictures.shape[2], pictures.shape[3])
        try check(height > 0 && width > 0)
        let shape = [pictures.shape[0], channels, grid.shape[1], grid.shape[2]]
        let result = Values(shape: shape, steps: Values.steps(of: shape, order: Values.deepOrder))
        let places = shape[2] * shape[3]
        for index in 0..<(shape[0] * places) {
            let start = UnsafePointer(pictures.start + index / places * height * width * channels)
            let (x, y) = (grid.start[2 * index], grid.start[2 * index + 1])
            let column = Self.sample(at: ((x + 1) * Float(width) - 1) / 2, of: width)
            let row = Self.sample(at: ((y + 1) * Float(height) - 1) / 2, of: height)
            Self.mix(start, width, channels, row, column, into: result.start + index * channels)
        }
        return result
    }
}
