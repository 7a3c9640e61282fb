/// A layer of a network that multiplies the surroundings of each pixel with weights; or, for one pixel, a matrix.
struct Convolution {
    /// A function of the sums that is calculated with them.
    enum Activation {
        case none
        case clip(Float, Float)
        /// x · sigmoid(x)
        case swish
    }

    /// The form of a layer; pads are above, left, below, right.
    struct Form {
        var kernel = (height: 1, width: 1)
        var strides = (rows: 1, columns: 1)
        var pads = (top: 0, left: 0, bottom: 0, right: 0)
    }

    /// Channels of the input and of the output.
    let inputs: Int
    let outputs: Int
    let form: Form
    /// Whether each channel has its own kernel, and sees no other channel.
    let isSeparate: Bool
    /// Of eight outputs at a time, for each place of the kernel and each input; of separate channels, one row for each
    /// place of the kernel.
    private let weights: Values
    private let bias: Values
    /// The same in another form, for layers that have one.
    private let winograd: Winograd?
    var activation = Activation.none

    /// Outputs and pixels that are calculated together, in twelve registers.
    static let lanes = 8
    static let pixels = 6
    /// Groups of pixels for which the same weights are used in a row, so that both stay in the fast memory.
    private static let groups = 16

    /// - Parameter weights: [outputs, inputs, height, width], or [outputs, 1, height, width] of separate channels.
    init(_ weights: Values, bias: Values?, form: Form, isSeparate: Bool) {
        let rows = weights.inRows()
        let shape = rows.shape
        (outputs, inputs) = (shape[0], isSeparate ? shape[0] : shape[1])
        (self.form, self.isSeparate) = (form, isSeparate)
        winograd = isSeparate || form.strides != (1, 1) ? nil : Winograd(rows)
        self.weights = isSeparate ? Self.rows(rows) : winograd == nil ? Self.packed(rows) : Values(integers: [])
        let (given, outputs) = (bias?.inRows(), shape[0])
        self.bias = Values(shape: [Self.roundedUp(outputs)]) { numbers in
            for index in 0..<Self.roundedUp(outputs) { numbers[index] = index < outputs ? given?.start[index] ?? 0 : 0 }
        }
    }

    static func roundedUp(_ count: Int) -> Int { (count + lanes - 1) / lanes * lanes }

    private static func rows(_ weights: Values) -> Values {
        let (channels, places) = (weights.shape[0], weights.shape[2] * weights.shape[3])
        return Values(shape: [places, channels]) { numbers in
            for place in 0..<places {
                for channel in 0..<channels {
                    numbers[place * channels + channel] = weights.start[channel * places + place]
                }
            }
        }
    }

    private static func packed(_ weights: Values) -> Values {
        let (outputs, inputs, places) = (weights.shape[0], weights.shape[1], weights.shape[2] * weights.shape[3])
        return Values(shape: [roundedUp(outputs) / lanes, places, inputs, lanes]) { numbers in
            numbers.update(repeating: 0, count: roundedUp(outputs) * places * inputs)
            for output in 0..<outputs {
                for input in 0..<inputs {
                    for place in 0..<places {
                        let block = (output / lanes * places + place) * inputs + input
                        numbers[block * lanes + output % lanes] =
                            weights.start[(output * inputs + input) * places + place]
                    }
                }
            }
        }
    }

    /// - Parameter pictures: [N, inputs, height, width].
    func run(_ pictures: Values) throws(NetworkError) -> Values {
        let pictures = try pictures.deep("Conv")
        let (height, width) = (pictures.shape[2], pictures.shape[3])
        let rows = height + form.pads.top + form.pads.bottom - form.kernel.height
        let columns = width + form.pads.left + form.pads.right - form.kernel.width
        guard pictures.shape[1] == inputs, rows >= 0, columns >= 0, height > 0, width > 0 else {
            throw .wrongShape("Conv")
        }
        let shape = [pictures.shape[0], outputs, rows / form.strides.rows + 1, columns / form.strides.columns + 1]
        let result = Values(shape: shape, steps: Values.steps(of: shape, order: Values.deepOrder))
        let nothing = Values(shape: [inputs]) { $0.update(repeating: 0, count: inputs) }
        defer { withExtendedLifetime((pictures.storage, nothing.storage)) {} }
        for picture in 0..<shape[0] {
            let surroundings = Surroundings(
                picture: pictures.start + picture * height * width * inputs, height: height, width: width,
                channels: inputs, nothing: nothing.start, form: form, columns: shape[3])
            let target = result.start + picture * shape[2] * shape[3] * outputs
            if let winograd {
                winograd.run(
                    surroundings.picture, height: height, width: width, top: form.pads.top, left: form.pads.left,
                    rows: shape[2], columns: shape[3], nothing: nothing.start, layer: self, into: target)
            } else if isSeparate {
                filter(surroundings, shape[2] * shape[3], into: target)
            } else {
                multiply(surroundings, shape[2] * shape[3], into: target)
            }
        }
        return result
    }
}

/// Finds the pixels around the pixels of the output.
private struct Surroundings {
    let picture: UnsafePointer<Float>
    let height: Int
    let width: Int
    let channels: Int
    /// Zeros, for the places outside of the picture.
    let nothing: UnsafePointer<Float>
    let form: Convolution.Form
    /// Of the output.
    let columns: Int

    var count: Int { form.kernel.height * form.kernel.width }

    init(
        picture: UnsafeMutablePointer<Float>, height: Int, width: Int, channels: Int,
        nothing: UnsafeMutablePointer<Float>, form: Convolution.Form, columns: Int
    ) {
        (self.picture, self.height, self.width, self.channels) = (UnsafePointer(picture), height, width, channels)
        (self.nothing, self.form, self.columns) = (UnsafePointer(nothing), form, columns)
    }

    /// Writes where the pixels around one of the output are, `step` places apart.
    @inline(__always)
    func find(around pixel: Int, into places: UnsafeMutablePointer<UnsafePointer<Float>>, step: Int) {
        let (row, column) = (pixel / columns, pixel % columns)
        let top = row * form.strides.rows - form.pads.top
        let left = column * form.strides.columns - form.pads.left
        var place = places
        for y in top..<(top + form.kernel.height) {
            let line = picture + y * width * channels
            for x in left..<(left + form.kernel.width) {
                let isInside = y >= 0 && y < height && x >= 0 && x < width
                place.pointee = isInside ? line + x * channels : nothing
                place += step
            }
        }
    }
}

extension Convolution {
    private func multiply(_ surroundings: Surroundings, _ count: Int, into target: UnsafeMutablePointer<Float>) {
        let (taps, lanes, pixels) = (surroundings.count, Self.lanes, Self.pixels)
        let places = UnsafeMutablePointer<UnsafePointer<Float>>.allocate(capacity: Self.groups * pixels * taps)
        let sums = UnsafeMutablePointer<SIMD4<Float>>.allocate(capacity: 2 * pixels)
        defer {
            places.deallocate()
            sums.deallocate()
        }
        for first in stride(from: 0, to: count, by: Self.groups * pixels) {
            let groups = min(Self.groups, (count - first + pixels - 1) / pixels)
            for index in 0..<(groups * pixels) {
                // Those behind the end repeat the last pixel, and are not written.
                surroundings.find(
                    around: min(first + index, count - 1),
                    into: places + index / pixels * taps * pixels + index % pixels, step: pixels)
            }
            for block in 0..<((outputs + lanes - 1) / lanes) {
                let own = UnsafeRawPointer(weights.start + block * taps * inputs * lanes)
                let offset = UnsafeRawPointer(bias.start + block * lanes)
                for group in 0..<groups {
                    Self.multiply(places + group * taps * pixels, taps: taps, channels: inputs, own, offset, sums)
                    let start = first + group * pixels
                    write(
                        sums, min(pixels, count - start), min(lanes, outputs - block * lanes),
                        into: target + start * outputs + block * lanes)
                }
            }
        }
    }

    /// The sums of six pixels for eight outputs.
    @inline(__always)
    static func multiply(
        _ places: UnsafePointer<UnsafePointer<Float>>, taps: Int, channels: Int, _ weights: UnsafeRawPointer,
        _ bias: UnsafeRawPointer, _ sums: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        var (places, weights) = (places, weights)
        let (low, high) = (vector(bias), vector(bias + 16))
        var (a0, a1, a2, a3, a4, a5) = (low, low, low, low, low, low)
        var (b0, b1, b2, b3, b4, b5) = (high, high, high, high, high, high)
        for _ in 0..<taps {
            let (p0, p1, p2, p3, p4, p5) = (places[0], places[1], places[2], places[3], places[4], places[5])
            var channel = 0
            while channel < channels {
                let (u, v) = (vector(weights), vector(weights + 16))
                let x0 = SIMD4(repeating: p0[channel])
                (a0, b0) = (a0 + x0 * u, b0 + x0 * v)
                let x1 = SIMD4(repeating: p1[channel])
                (a1, b1) = (a1 + x1 * u, b1 + x1 * v)
                let x2 = SIMD4(repeating: p2[channel])
                (a2, b2) = (a2 + x2 * u, b2 + x2 * v)
                let x3 = SIMD4(repeating: p3[channel])
                (a3, b3) = (a3 + x3 * u, b3 + x3 * v)
                let x4 = SIMD4(repeating: p4[channel])
                (a4, b4) = (a4 + x4 * u, b4 + x4 * v)
                let x5 = SIMD4(repeating: p5[channel])
                (a5, b5) = (a5 + x5 * u, b5 + x5 * v)
                weights += 32
                channel &+= 1
            }
            places += 6
        }
        (sums[0], sums[2], sums[4], sums[6], sums[8], sums[10]) = (a0, a1, a2, a3, a4, a5)
        (sums[1], sums[3], sums[5], sums[7], sums[9], sums[11]) = (b0, b1, b2, b3, b4, b5)
    }

    @inline(__always)
    static func vector(_ place: UnsafeRawPointer) -> SIMD4<Float> {
        place.loadUnaligned(as: SIMD4<Float>.self)
    }

    private func write(
        _ sums: UnsafeMutablePointer<SIMD4<Float>>, _ pixels: Int, _ count: Int,
        into target: UnsafeMutablePointer<Float>
    ) {
        for pixel in 0..<pixels {
            let (low, high) = (activated(sums[2 * pixel]), activated(sums[2 * pixel + 1]))
            let place = target + pixel * outputs
            if count == Self.lanes {
                UnsafeMutableRawPointer(place).storeBytes(of: low, as: SIMD4<Float>.self)
                UnsafeMutableRawPointer(place + 4).storeBytes(of: high, as: SIMD4<Float>.self)
            } else {
                for lane in 0..<count { place[lane] = lane < 4 ? low[lane] : high[lane - 4] }
            }
        }
    }

    /// A sum of products with all that follows.
    @inline(__always)
    func finished(_ sum: SIMD4<Float>, _ output: Int) -> SIMD4<Float> {
        activated(sum + Self.vector(bias.start + output))
    }

    @inline(__always)
    private func activated(_ sum: SIMD4<Float>) -> SIMD4<Float> {
        switch activation {
        case .none: sum
        case .clip(let low, let high): sum.held(from: low, to: high)
        case .swish: sum / (1 + Exponential.of(-sum))
        }
    }

    /// Filters each channel by itself.
    private func filter(_ surroundings: Surroundings, _ count: Int, into target: UnsafeMutablePointer<Float>) {
        let taps = surroundings.count
        let places = UnsafeMutablePointer<UnsafePointer<Float>>.allocate(capacity: taps)
        defer { places.deallocate() }
        for pixel in 0..<count {
            surroundings.find(around: pixel, into: places, step: 1)
            let place = UnsafeMutableRawPointer(target + pixel * outputs)
            var channel = 0
            while channel + 8 <= outputs {
                var low = Self.vector(bias.start + channel)
                var high = Self.vector(bias.start + channel + 4)
                var weight = UnsafeRawPointer(weights.start + channel)
                for tap in 0..<taps {
                    let source = UnsafeRawPointer(places[tap] + channel)
                    low += Self.vector(source) * Self.vector(weight)
                    high += Self.vector(source + 16) * Self.vector(weight + 16)
                    weight += 4 * outputs
                }
                (place + 4 * channel).storeBytes(of: activated(low), as: SIMD4<Float>.self)
                (place + 4 * channel + 16).storeBytes(of: activated(high), as: SIMD4<Float>.self)
                channel += 8
            }
            while channel < outputs {
                var sum = bias.start[channel]
                for tap in 0..<taps { sum += places[tap][channel] * weights.start[tap * outputs + channel] }
                target[pixel * outputs + channel] = activated(SIMD4(repeating: sum))[0]
                channel += 1
            }
        }
    }
}

/// e to the power of numbers.
enum Exponential {
    /// Exact to the last two bits; the powers of numbers beyond ±87 are those of ±87.
    @inline(__always)
    static func of(_ numbers: SIMD4<Float>) -> SIMD4<Float> {
        let x = numbers.held(from: -87, to: 87)
        // x = n · ln 2 + r. Adding this large number leaves n in the lowest bits.
        let large = SIMD4<Float>(repeating: 12_582_912)
        let shifted = x * 1.442_695_04 + large
        let n = shifted - large
        let r = x - n * 0.693_359_375 + n * 2.121_944_4e-4
        var sum = r * 1.987_569_1e-4 + 1.398_199_95e-3
        sum = sum * r + 8.333_452e-3
        sum = sum * r + 4.166_579_6e-2
        sum = sum * r + 1.666_666_5e-1
        sum = sum * r + 5.000_000_1e-1
        sum = sum * r * r + r + 1
        let bits = unsafeBitCast(shifted, to: SIMD4<UInt32>.self) &- unsafeBitCast(large, to: SIMD4<UInt32>.self)
        return sum * unsafeBitCast((bits &+ 127) &<< 23, to: SIMD4<Float>.self)
    }
}

extension SIMD4<Float> {
    /// Not `clamped`, which becomes a call for each number.
    @inline(__always)
    fileprivate func held(from low: Float, to high: Float) -> SIMD4<Float> {
        let (low, high) = (SIMD4(repeating: low), SIMD4(repeating: high))
        let raised = replacing(with: low, where: self .< low)
        return raised.replacing(with: high, where: raised .> high)
    }
}
