/// What Swift's standard library calls to read a number, and does not bring along for this platform.
///
/// - Returns: where the number ends; nil where there is none.
@_cdecl("_swift_stdlib_strtod_clocale")
public func readNumber(
    _ text: UnsafePointer<CChar>, _ result: UnsafeMutablePointer<Double>
) -> UnsafePointer<CChar>? {
    // The function of C goes past white space, which is part of no number.
    guard UInt8(bitPattern: text.pointee) > 0x20 else { return nil }
    var end: UnsafePointer<CChar>?
    result.pointee = strtod(text, &end)
    return end
}

@_extern(c, "strtod")
private func strtod(
    _ text: UnsafePointer<CChar>, _ end: UnsafeMutablePointer<UnsafePointer<CChar>?>
) -> Double
