/// Why a message cannot be written as a symbol.
public enum EncodingError: Error, Hashable {
    /// None of the sizes asked for has room. `needed` is the least number of data codewords, `available` that of the
    /// largest size.
    case tooLong(needed: Int, available: Int)
    /// The mode asked for lacks this byte of the message.
    case notEncodable(byte: UInt8, offset: Int, Encodation)
    /// The bytes lack what the kind of message promises: the header and trailer of a macro, or the letter or two digits
    /// before an industry's data.
    case payloadDoesNotFit(Message.Kind)
    /// Structured append shares its place with macros and reader programming.
    case structuredAppendWith(Message.Kind)
    /// Outside 0 to 999999, or not by rising offset.
    case invalidInterpretation(Interpretation)
}
