import Espy
import EspySamples
import Testing

/// Any reading without a printed code is wrong.
struct NoBarcodeTests {
    /// Stripes of random widths, as similar to a barcode as chance allows: quiet zones at both ends, and widths of one
    /// to four
    /// modules.
    @Test func readsNothingInRandomStripes() throws {
        var random = SampleRandom(seed: 13)
        for _ in 0..<2500 {
            var bars: [Bool] = []
            while bars.count < 95 { bars += stripe(&random, bars) }
            expectNothing(try BarcodeReader().read(image(bars, &random)))
        }
    }

    /// Right except for the digits: guards, parities of no first digit, and digits of random bars.
    @Test func readsNothingBetweenRightGuards() throws {
        var random = SampleRandom(seed: 31)
        for _ in 0..<2500 {
            func half() -> [Bool] { (0..<42).map { _ in random.chance(0.5) } }
            let (guardBars, middle) = ([true, false, true], [false, true, false, true, false])
            let bars = guardBars + half() + middle + half() + guardBars
            expectNothing(try BarcodeReader().read(image(bars, &random)))
        }
    }

    /// Valid digits, but with parities that no first digit has, and a check digit that would be right for some: as
    /// similar to a
    /// barcode as print can be without being one.
    @Test func readsNothingOfWrongParity() throws {
        var random = SampleRandom(seed: 64)
        let codes = (0..<10).map { BarcodePrint("\($0)000000000000").modules }
        let known = Set(codes.map { $0[14..<56].split(by: 7).map(\.evenCount) })
        for _ in 0..<1000 {
            let digits = (0..<12).map { _ in random.integer(in: 0...9) }
            // Sets A and B of each digit occur in the symbols that begin with 0 and with 1 (sets AABABB).
            func bars(_ digit: Int, even: Bool) -> [Bool] {
                let place = 11 + 3 + 7 * 2
                let text = (even ? "1" : "0") + "00" + String(digit) + "000000000"
                return Array(BarcodePrint(text).modules[place..<place + 7])
            }
            func right(_ digit: Int) -> [Bool] { bars(digit, even: false).map { !$0 } }
            let even = (0..<6).map { _ in random.chance(0.5) }
            guard !known.contains(even) else { continue }
            let left = (0..<6).flatMap { bars(digits[$0], even: even[$0]) }
            let (guardBars, middle) = ([true, false, true], [false, true, false, true, false])
            let all = guardBars + left + middle + digits[6...].flatMap(right) + guardBars
            expectNothing(try BarcodeReader().read(image(all, &random)))
        }
    }

    /// Noise, waves and squares.
    @Test func readsNothingInTextures() throws {
        var random = SampleRandom(seed: 77)
        for round in 0..<300 {
            let (width, height) = (random.integer(in: 60...260), random.integer(in: 30...120))
            let period = random.number(in: 1.5...9)
            let slope = random.number(in: -0.5...0.5)
            let pixels = (0..<width * height).map { index -> UInt8 in
                let (x, y) = (Double(index % width), Double(index / width))
                let phase = (x + slope * y) / period
                let wave = phase - phase.rounded(.down)
                switch round % 3 {
                case 0: return UInt8(random.integer(in: 0...255))
                case 1: return UInt8(120 + 100 * (wave < 0.5 ? 1 : -1) + random.integer(in: -20...20))
                default: return UInt8(127 + 120 * (4 * abs(wave - 0.5) - 1) * (Int(y / 9) % 2 == 0 ? 1 : 0.4))
                }
            }
            let found = try BarcodeReader().read(GrayImage(width: width, height: height, pixels: pixels))
            expectNothing(found)
        }
    }

    private func expectNothing(_ found: [Barcode]) {
        #expect(found.isEmpty, "\(found.map { "\($0.symbology) \($0.value)" })")
    }

    private func stripe(_ random: inout SampleRandom, _ bars: [Bool]) -> [Bool] {
        [Bool](repeating: !(bars.last ?? false), count: random.pick([1, 1, 1, 2, 2, 3, 4]))
    }

    private func image(_ bars: [Bool], _ random: inout SampleRandom) -> GrayImage {
        let module = random.integer(in: 1...3)
        let line =
            [UInt8](repeating: 220, count: 12 * module)
            + bars.flatMap { [UInt8](repeating: $0 ? 40 : 220, count: module) }
            + [UInt8](repeating: 220, count: 12 * module)
        let pixels = (0..<32).flatMap { _ in line.map { UInt8(Int($0) + random.integer(in: -6...6)) } }
        return GrayImage(width: line.count, height: 32, pixels: pixels)
    }
}

extension ArraySlice<Bool> {
    /// Pieces of the same length.
    fileprivate func split(by length: Int) -> [ArraySlice<Bool>] {
        stride(from: startIndex, to: endIndex, by: length).map { self[$0..<$0 + length] }
    }

    /// Whether an even number of the modules is dark, as in set B.
    fileprivate var evenCount: Bool { count { $0 } % 2 == 0 }
}
