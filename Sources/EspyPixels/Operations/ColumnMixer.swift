/// Makes columns of a new width out of those of one row.
struct ColumnMixer {
    private let taps: ResampleTaps
    private let channels: Int

    init(_ taps: ResampleTaps, channels: Int) { (self.taps, self.channels) = (taps, channels) }

    /// - Parameters:
    ///   - line: a row of two channels or more, and three more numbers.
    ///   - target: as long as a new row.
    func mix(_ line: [Float], into target: UnsafeMutableBufferPointer<UInt8>) {
        line.withUnsafeBytes { line in
            switch channels {
            case 3, 4:
                // All channels of a pixel at once: four numbers, of which the last may belong to the next pixel.
                mix(line, SIMD4<Float>(repeating: 0)) { column, sum in
                    for channel in 0..<channels {
                        target[channels * column + channel] = UInt8(min(max(sum[channel], 0), 255))
                    }
                }
            default:
                mix(line, SIMD2<Float>(repeating: 0)) { column, sum in
                    for channel in 0..<2 { target[2 * column + channel] = UInt8(min(max(sum[channel], 0), 255)) }
                }
            }
        }
    }

    /// Rows of one channel, four at once.
    ///
    /// - Parameters:
    ///   - quads: each column of four rows.
    ///   - targets: as long as `count` new rows, one after the other.
    func mix(_ quads: [SIMD4<Float>], count: Int, into targets: UnsafeMutableBufferPointer<UInt8>) {
        let width = taps.spans.count
        quads.withUnsafeBytes { quads in
            mix(quads, SIMD4<Float>(repeating: 0)) { column, sum in
                for row in 0..<count { targets[row * width + column] = UInt8(min(max(sum[row], 0), 255)) }
            }
        }
    }

    @inline(__always)
    private func mix<Pixel: Weighable>(
        _ line: UnsafeRawBufferPointer, _ zero: Pixel, _ put: (_ column: Int, _ sum: Pixel) -> Void
    ) {
        let step = (channels == 1 ? 4 : channels) * MemoryLayout<Float>.stride
        taps.weights.withUnsafeBufferPointer { weights in
            taps.spans.withUnsafeBufferPointer { spans in
                for column in spans.indices {
                    var (read, sum) = (spans[column].start * step, zero)
                    for tap in spans[column].weights {
                        sum.add(line.loadUnaligned(fromByteOffset: read, as: Pixel.self), weights[tap])
                        read += step
                    }
                    put(column, sum)
                }
            }
        }
    }
}

/// The channels of a pixel.
private protocol Weighable: BitwiseCopyable {
    mutating func add(_ other: Self, _ weight: Float)
}

extension SIMD2<Float>: Weighable {
    @inline(__always) fileprivate mutating func add(_ other: Self, _ weight: Float) { self += weight * other }
}

extension SIMD4<Float>: Weighable {
    @inline(__always) fileprivate mutating func add(_ other: Self, _ weight: Float) { self += weight * other }
}
