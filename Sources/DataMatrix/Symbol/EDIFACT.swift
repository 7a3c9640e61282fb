/// Six bits per character: the printable ASCII characters 0x20 to 0x5E.
enum EDIFACT {
    /// Back to ASCII.
    static let unlatch: UInt8 = 31

    static func value(of byte: UInt8) -> UInt8? { 0x20...0x5E ~= byte ? byte & 63 : nil }

    /// - Precondition: `value` is below 64 and not ``unlatch``.
    static func byte(of value: UInt8) -> UInt8 { value < 32 ? value + 64 : value }
}
