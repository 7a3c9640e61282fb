import Espy
import EspyPixels

/// The random cases of `Tests/Parity/cases.py`, generated in exactly the same way.
struct ParityRandom {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func boxes(_ count: Int, exact: Bool) -> [Rect] {
        (0..<count).map { _ in exact ? latticeBox() : anyBox() }
    }

    private mutating func latticeBox() -> Rect {
        let (x, y) = (Double(below(16)), Double(below(16)))
        let (width, height) = (Double(1 << below(4)), Double(1 << below(4)))
        return Rect(x: x, y: y, width: width, height: height)
    }

    private mutating func anyBox() -> Rect {
        let (x, y) = (unit() * 400, unit() * 400)
        let (width, height) = (4 + unit() * 80, 4 + unit() * 80)
        return Rect(x: x, y: y, width: width, height: height)
    }

    mutating func scores(_ count: Int, exact: Bool) -> [Double] {
        (0..<count).map { _ in exact ? Double(below(8)) / 8 : unit() }
    }

    mutating func vectors(_ count: Int, kind: Int) -> [[Float]] {
        if kind == 0 { return (0..<count).map { _ in (0..<4).map { _ in below(2) == 0 ? 0.5 : -0.5 } } }
        let centers = (0..<4).map { _ in (0..<8).map { _ in unit() * 2 - 1 } }
        var rows: [[Float]] = []
        for _ in 0..<count {
            if kind == 2, !rows.isEmpty, below(3) == 0 {
                rows.append(rows[below(rows.count)])
                continue
            }
            rows.append(centers[below(4)].map { Float($0 + 0.6 * (unit() - 0.5)) })
        }
        return rows
    }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(below(256)) } }
}

/// FNV-1a, 64 bits, over 64-bit little-endian integers, in 16 hexadecimal digits.
func parityDigest(_ values: [Int]) -> String {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    for value in values {
        for shift in stride(from: 0, to: 64, by: 8) {
            state = (state ^ ((UInt64(bitPattern: Int64(value)) >> UInt64(shift)) & 255)) &* 0x100_0000_01B3
        }
    }
    let text = String(state, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
}
