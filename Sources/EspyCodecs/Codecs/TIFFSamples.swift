import CTIFF

/// Decodes samples that libtiff cannot convert, or not correctly: more than eight bits, of which a camera may have
/// filled only the low ones; signed and floating-point numbers; and extra samples of unspecified meaning, which it
/// treats as transparency.
struct TIFFSamples {
    private let tiff: OpaquePointer
    private let layout: espy_tiff_layout
    private let kind: Kind

    /// The storage of a sample.
    private enum Kind {
        case unsigned(Int)
        case signed(Int)
        case half
        case float
        case double
        /// Bits in sequence, the highest first, not padded to bytes.
        case packed(Int)
    }

    /// The number of color samples: gray, from black or from white, or red, green and blue.
    private var colors: Int { layout.photometric == PHOTOMETRIC_RGB ? 3 : 1 }
    private var hasAlpha: Bool { layout.alpha != 0 }

    static func areNeeded(_ layout: espy_tiff_layout) -> Bool {
        guard Int32(layout.photometric) <= PHOTOMETRIC_RGB else { return false }
        let isPlain = [1, 2, 4, 8].contains(layout.bits) && layout.format == SAMPLEFORMAT_UINT
        return !isPlain || layout.has_unknown == 1
    }

    /// - Returns: nil for unsupported samples.
    init?(_ tiff: OpaquePointer, _ layout: espy_tiff_layout) {
        (self.tiff, self.layout) = (tiff, layout)
        switch (Int32(layout.format), Int(layout.bits)) {
        case (SAMPLEFORMAT_UINT, 8), (SAMPLEFORMAT_UINT, 16), (SAMPLEFORMAT_UINT, 32):
            kind = .unsigned(Int(layout.bits))
        case (SAMPLEFORMAT_VOID, 8), (SAMPLEFORMAT_VOID, 16), (SAMPLEFORMAT_VOID, 32):
            kind = .unsigned(Int(layout.bits))
        case (SAMPLEFORMAT_INT, 8), (SAMPLEFORMAT_INT, 16), (SAMPLEFORMAT_INT, 32): kind = .signed(Int(layout.bits))
        case (SAMPLEFORMAT_IEEEFP, 16): kind = .half
        case (SAMPLEFORMAT_IEEEFP, 32): kind = .float
        case (SAMPLEFORMAT_IEEEFP, 64): kind = .double
        case (SAMPLEFORMAT_UINT, 1...31): kind = .packed(Int(layout.bits))
        default: return nil
        }
        guard layout.samples >= colors, !hasAlpha || Int(layout.alpha_sample) >= colors else { return nil }
    }

    /// Writes red, green and blue of each pixel; white shows through transparent pixels.
    /// - Returns: the number of rows that could be decoded, from the top.
    func write(to target: UnsafeMutablePointer<UInt8>) -> Int {
        let (range, alphaRange) = ranges()
        let (width, colors) = (Int(layout.width), colors)
        var alphas = hasAlpha ? [UInt8](repeating: 255, count: width * Int(layout.height)) : []
        let rows = forEachPiece { piece, values in
            let step = piece.samples.count
            for column in 0..<values.count / step {
                let place = piece.row * width + piece.column + column
                for sample in piece.samples {
                    let value = values[column * step + sample - piece.samples.lowerBound]
                    if sample < colors {
                        let level = range.level(value)
                        target[3 * place + sample] = level
                        if colors == 1 { (target[3 * place + 1], target[3 * place + 2]) = (level, level) }
                    } else if hasAlpha, sample == Int(layout.alpha_sample) {
                        alphas[place] = alphaRange.level(value)
                    }
                }
            }
        }
        if hasAlpha { flatten(target, alphas) }
        return rows
    }

    private func flatten(_ target: UnsafeMutablePointer<UInt8>, _ alphas: [UInt8]) {
        let isPremultiplied = layout.alpha == EXTRASAMPLE_ASSOCALPHA
        for (place, alpha) in alphas.enumerated() where alpha < 255 {
            for index in 3 * place..<3 * place + 3 {
                let color = isPremultiplied ? Int(target[index]) : (Int(target[index]) * Int(alpha) + 127) / 255
                target[index] = UInt8(min(color + 255 - Int(alpha), 255))
            }
        }
    }

    // MARK: Which values are black and white

    /// Maps values to levels.
    private struct Levels {
        let black: Float
        let white: Float
        var isInverted = false

        func level(_ value: Float) -> UInt8 {
            let share = (value - black) / (white - black)
            let level = UInt8((min(max(share.isNaN ? 0 : share, 0), 1) * 255).rounded())
            return isInverted ? 255 - level : level
        }
    }

    /// The levels of the colors, and of transparency.
    private func ranges() -> (colors: Levels, alpha: Levels) {
        let isInverted = layout.photometric == PHOTOMETRIC_MINISWHITE
        if case .unsigned(8) = kind {
            return (Levels(black: 0, white: 255, isInverted: isInverted), Levels(black: 0, white: 255))
        }
        if case .packed(let bits) = kind, bits <= 8 {
            let white = Float((1 << bits) - 1)
            return (Levels(black: 0, white: white, isInverted: isInverted), Levels(black: 0, white: white))
        }
        var (low, high, alphaHigh) = (Float.infinity, -Float.infinity, Float(0))
        _ = forEachPiece { piece, values in
            let step = piece.samples.count
            for (index, value) in values.enumerated() where value.isFinite {
                let sample = piece.samples.lowerBound + index % step
                if sample < colors {
                    (low, high) = (min(low, value), max(high, value))
                } else if hasAlpha, sample == Int(layout.alpha_sample) {
                    alphaHigh = max(alphaHigh, value)
                }
            }
        }
        guard low <= high else { return (Levels(black: 0, white: 1), Levels(black: 0, white: 1)) }
        let (black, white) = limits(low, high)
        // Transparency has the range of the colors, or all bits.
        let alphaWhite = alphaHigh <= white ? white : max(alphaHigh, full)
        return (
            Levels(black: black, white: max(white, black + .leastNormalMagnitude), isInverted: isInverted),
            Levels(black: 0, white: max(alphaWhite, .leastNormalMagnitude))
        )
    }

    /// The largest value of a sample; 1 for floating-point numbers.
    private var full: Float {
        switch kind {
        case .unsigned(let bits), .packed(let bits): Float((1 << bits) - 1)
        case .signed(let bits): Float((1 << (bits - 1)) - 1)
        case .half, .float, .double: 1
        }
    }

    /// - Parameters: the least and the largest value of all colors.
    private func limits(_ low: Float, _ high: Float) -> (black: Float, white: Float) {
        switch kind {
        case .packed: return (0, full)
        case .unsigned(let bits):
            let declared = Float(layout.most)
            // The maximum in the file is used if the samples respect it.
            if bits == 16, layout.most > 0, declared < full, high <= declared { return (0, max(declared, 255)) }
            return (0, Float(SampleRange.white(most: Int(high))))
        case .signed:
            if low < 0 { return (low, max(high, low + 255)) }
            let white = Float(SampleRange.white(most: Int(high)))
            return (0, white > full ? full : white)
        case .half, .float, .double:
            if low < 0 { return (low, max(high, low + .leastNormalMagnitude)) }
            if high <= 1 { return (0, 1) }
            return (0, high <= 65_535 ? Float(SampleRange.white(most: Int(high.rounded(.up)))) : high)
        }
    }

    // MARK: Rows and tiles

    /// Adjacent samples of some pixels.
    private struct Piece {
        let column: Int
        let row: Int
        /// The samples of each pixel that it contains.
        let samples: Range<Int>
    }

    /// - Parameter body: called with the values of each piece, pixel by pixel.
    /// - Returns: the number of rows that could be decoded, from the top.
    private func forEachPiece(_ body: (Piece, [Float]) -> Void) -> Int {
        // Planes one after the other: alternating between them would decode each strip again for each row.
        let planes =
            layout.is_planar == 1
            ? (0..<Int(layout.samples)).map { $0..<$0 + 1 } : [0..<Int(layout.samples)]
        return planes.reduce(Int(layout.height)) { rows, samples in
            min(rows, layout.tile_width > 0 ? tiles(samples, body) : lines(samples, body))
        }
    }

    private func lines(_ samples: Range<Int>, _ body: (Piece, [Float]) -> Void) -> Int {
        var line = [UInt8](repeating: 0, count: max(Int(TIFFScanlineSize(tiff)), 1))
        for row in 0..<Int(layout.height) {
            guard TIFFReadScanline(tiff, &line, UInt32(row), UInt16(samples.lowerBound)) == 1,
                let values = values(line, from: 0, count: Int(layout.width) * samples.count)
            else { return row }
            body(Piece(column: 0, row: row, samples: samples), values)
        }
        return Int(layout.height)
    }

    private func tiles(_ samples: Range<Int>, _ body: (Piece, [Float]) -> Void) -> Int {
        let (tileWidth, tileHeight) = (Int(layout.tile_width), Int(layout.tile_height))
        let (width, height) = (Int(layout.width), Int(layout.height))
        guard tileWidth > 0, tileHeight > 0 else { return 0 }
        var tile = [UInt8](repeating: 0, count: max(Int(TIFFTileSize(tiff)), 1))
        let rowBytes = Int(TIFFTileRowSize(tiff))
        for top in stride(from: 0, to: height, by: tileHeight) {
            for left in stride(from: 0, to: width, by: tileWidth) {
                guard
                    TIFFReadTile(tiff, &tile, UInt32(left), UInt32(top), 0, UInt16(samples.lowerBound)) > 0
                else { return top }
                for row in top..<min(top + tileHeight, height) {
                    let count = min(tileWidth, width - left) * samples.count
                    guard let values = values(tile, from: (row - top) * rowBytes, count: count) else { return top }
                    body(Piece(column: left, row: row, samples: samples), values)
                }
            }
        }
        return height
    }

    /// - Returns: nil if there are fewer.
    private func values(_ bytes: [UInt8], from start: Int, count: Int) -> [Float]? {
        let bits =
            switch kind {
            case .unsigned(let bits), .signed(let bits), .packed(let bits): bits
            case .half: 16
            case .float: 32
            case .double: 64
            }
        guard start >= 0, start + (count * bits + 7) / 8 <= bytes.count else { return nil }
        return bytes.withUnsafeBytes { raw in
            func all<Sample>(_ type: Sample.Type, _ value: (Sample) -> Float) -> [Float] {
                let size = MemoryLayout<Sample>.size
                return (0..<count).map { value(raw.loadUnaligned(fromByteOffset: start + $0 * size, as: type)) }
            }
            return switch kind {
            case .unsigned(8): all(UInt8.self) { Float($0) }
            case .unsigned(16): all(UInt16.self) { Float($0) }
            case .unsigned: all(UInt32.self) { Float($0) }
            case .signed(8): all(Int8.self) { Float($0) }
            case .signed(16): all(Int16.self) { Float($0) }
            case .signed: all(Int32.self) { Float($0) }
            case .half: all(UInt16.self) { Float(Float16(bitPattern: $0)) }
            case .float: all(Float.self) { $0 }
            case .double: all(Double.self) { Float($0) }
            case .packed(let bits): packed(raw, from: start, bits, count: count)
            }
        }
    }

    private func packed(_ raw: UnsafeRawBufferPointer, from start: Int, _ bits: Int, count: Int) -> [Float] {
        var (place, held, waiting) = (start, 0, UInt64(0))
        return (0..<count).map { _ in
            while held < bits {
                (waiting, held, place) = (waiting << 8 | UInt64(raw[place]), held + 8, place + 1)
            }
            held -= bits
            let value = waiting >> UInt64(held)
            waiting &= (1 << UInt64(held)) - 1
            return Float(value)
        }
    }
}
