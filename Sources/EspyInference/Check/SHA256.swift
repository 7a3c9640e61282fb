/// The checksum of FIPS 180-4, for there is none in the standard library. Takes the bytes in pieces of any size.
package struct SHA256 {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    /// Bytes that do not fill a block yet.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0
    /// Kept between blocks, so that none needs memory of its own.
    private var schedule = [UInt32](repeating: 0, count: 64)

    package init() {}

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        count += UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(64 - rest.count, bytes.count)
            rest += bytes[..<start]
            guard rest.count == 64 else { return }
            let block = rest
            rest = []
            block.withUnsafeBytes { compress($0) }
        }
        let end = start + (bytes.count - start) / 64 * 64
        if end > start { compress(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) }
        rest += bytes[end...]
    }

    /// 64 hexadecimal digits.
    package mutating func finish() -> String {
        finishBytes().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// 32 bytes.
    package mutating func finishBytes() -> [UInt8] {
        let bits = count &* 8
        let zeros = (119 - rest.count) % 64
        let tail =
            [0x80] + [UInt8](repeating: 0, count: zeros)
            + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
        tail.withUnsafeBytes { update($0) }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    package static func hex(of bytes: [UInt8]) -> String {
        var sum = SHA256()
        bytes.withUnsafeBytes { sum.update($0) }
        return sum.finish()
    }

    /// Whole blocks of 64 bytes.
    private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
        Self.constants.withUnsafeBufferPointer { k in
            schedule.withUnsafeMutableBufferPointer { w in
                state.withUnsafeMutableBufferPointer { h in
                    for start in stride(from: 0, to: blocks.count, by: 64) {
                        Self.extend(w, blocks, start)
                        Self.round(h, w, k)
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func extend(_ w: UnsafeMutableBufferPointer<UInt32>, _ blocks: UnsafeRawBufferPointer, _ start: Int)
    {
        for i in 0..<16 {
            w[i] = UInt32(bigEndian: blocks.loadUnaligned(fromByteOffset: start + 4 * i, as: UInt32.self))
        }
        for i in 16..<64 {
            let (a, b) = (w[i - 15], w[i - 2])
            let s0 = turn(a, 7) ^ turn(a, 18) ^ (a >> 3)
            let s1 = turn(b, 17) ^ turn(b, 19) ^ (b >> 10)
            w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
        }
    }

    @inline(__always)
    private static func round(
        _ h: UnsafeMutableBufferPointer<UInt32>, _ w: UnsafeMutableBufferPointer<UInt32>,
        _ k: UnsafeBufferPointer<UInt32>
    ) {
        var (a, b, c, d) = (h[0], h[1], h[2], h[3])
        var (e, f, g, i) = (h[4], h[5], h[6], h[7])
        for n in 0..<64 {
            let s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
            let t1 = i &+ s1 &+ ((e & f) ^ (~e & g)) &+ k[n] &+ w[n]
            let s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
            let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
            (i, g, f, e) = (g, f, e, d &+ t1)
            (d, c, b, a) = (c, b, a, t1 &+ t2)
        }
        h[0] &+= a
        h[1] &+= b
        h[2] &+= c
        h[3] &+= d
        h[4] &+= e
        h[5] &+= f
        h[6] &+= g
        h[7] &+= i
    }

    @inline(__always)
    private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 { (word >> bits) | (word << (32 - bits)) }

    /// Fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
