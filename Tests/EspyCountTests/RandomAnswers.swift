import Espy
import EspyInference
import EspyPixels
import EspyTestSupport

/// Possible outputs of a broken model: arbitrary numbers, including the largest, infinities and NaN.
struct RandomAnswers {
    private var random: ParityRandom

    init(seed: Int) { random = ParityRandom(seed: 7_000 + seed) }

    private static let extremes: [Float] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -1,
        88, 89, 1e19, -1e19, 1e30,
    ]

    mutating func number() -> Float {
        switch random.below(8) {
        case 0: Self.extremes[random.below(Self.extremes.count)]
        case 1: Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
        case 2: Float(random.unit() * 100)
        default: Float(random.unit())
        }
    }

    mutating func vectors(_ count: Int, columns: Int) -> [[Float]] {
        (0..<count).map { _ in (0..<columns).map { _ in number() } }
    }

    /// Returns a head of any kind, with an input of 32 to 96 pixels.
    mutating func entry() -> ModelEntry {
        let side = 32 * (1 + random.below(3))
        let strides = [[8, 16, 32], [16], [32]][random.below(3)]
        var entry = FakeEntry.detectorEntry(
            kind: random.below(2) == 0 ? .yoloxRaw : .yoloxDecoded,
            rows: ModelOutput.rows(width: side, height: side, strides: strides), columns: 5 + random.below(3),
            strides: strides, side: side)
        entry.input.resize = ModelInput.ResizeRule.allCases[random.below(4)]
        return entry
    }

    /// Returns an output with random numbers in every row.
    mutating func answer(of entry: ModelEntry) -> Tensor {
        let shape = entry.output.shape(batch: 1)
        return Tensor(shape: shape, values: (0..<(shape[1] * shape[2])).map { _ in number() })
    }

    mutating func image() -> RGBImage {
        RGBImage(width: 1 + random.below(200), height: 1 + random.below(200), red: 9, green: 90, blue: 9)
    }

    mutating func options() -> CountOptions {
        CountOptions(
            confidence: random.below(2) == 0 ? nil : random.unit(), filtersSize: random.below(2) == 0,
            filtersAspect: random.below(2) == 0, border: CountOptions.BorderPolicy.allCases[random.below(3)],
            like: random.below(4) == 0 ? Rect(x: 0, y: 0, width: 9, height: 9) : nil)
    }
}
