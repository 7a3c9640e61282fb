/// A function that Swift's standard library calls to parse a number, but does not include for this platform.
///
/// - Returns: the end of the number; nil if there is none.
@_cdecl("_swift_stdlib_strtod_clocale")
public func readNumber(
    _ text: UnsafePointer<CChar>, _ result: UnsafeMutablePointer<Double>
) -> UnsafePointer<CChar>? {
    // The C function skips white space, which is not part of a number.
    guard UInt8(bitPattern: text.pointee) > 0x20 else { return nil }
    var end: UnsafePointer<CChar>?
    result.pointee = strtod(text, &end)
    return end
}

@_extern(c, "strtod")
private func strtod(
    _ text: UnsafePointer<CChar>, _ end: UnsafeMutablePointer<UnsafePointer<CChar>?>
) -> Double

/// The same for numbers of 32 bits.
@_cdecl("_swift_stdlib_strtof_clocale")
public func readFloat(_ text: UnsafePointer<CChar>, _ result: UnsafeMutablePointer<Float>) -> UnsafePointer<CChar>? {
    guard UInt8(bitPattern: text.pointee) > 0x20 else { return nil }
    var end: UnsafePointer<CChar>?
    result.pointee = strtof(text, &end)
    return end
}

@_extern(c, "strtof")
private func strtof(
    _ text: UnsafePointer<CChar>, _ end: UnsafeMutablePointer<UnsafePointer<CChar>?>
) -> Float
