/// Which value of a sample is white where a file does not say how many of its bits are used.
enum SampleRange {
    /// The largest value of 14 bits, the most that cameras fill of 16 without filling all.
    static let mostOfLowBits = 0x3FFF

    /// The largest number of as many bits as the largest value takes; of 8 at least, as what is darker is dark.
    static func white(most: Int) -> Int {
        most > mostOfLowBits && most <= 0xFFFF
            ? 0xFFFF : max(255, (1 << (Int.bitWidth - most.leadingZeroBitCount)) - 1)
    }
}
