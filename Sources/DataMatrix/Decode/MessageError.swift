/// Why corrected codewords are no message. Writers do not make such symbols; a misread does.
package enum MessageError: Error, Hashable {
    /// A codeword or value that its mode does not define at this place.
    case invalidCodeword
    /// A structure that the end of the symbol cuts off.
    case truncated
    /// Padding that is not the prescribed sequence.
    case wrongPadding
}
