/// Codewords of the ASCII mode (ISO/IEC 16022 table 2). Codewords 1 to 128 are the characters 0 to 127.
enum ASCII {
    static let pad: UInt8 = 129
    /// 00 to 99.
    static let digits: ClosedRange<UInt8> = 130...229
    static let latchC40: UInt8 = 230
    static let latchBase256: UInt8 = 231
    /// FNC1.
    static let separator: UInt8 = 232
    static let structuredAppend: UInt8 = 233
    static let readerProgramming: UInt8 = 234
    static let upperShift: UInt8 = 235
    static let macro05: UInt8 = 236
    static let macro06: UInt8 = 237
    static let latchX12: UInt8 = 238
    static let latchText: UInt8 = 239
    static let latchEDIFACT: UInt8 = 240
    /// ECI.
    static let interpretation: UInt8 = 241
}
