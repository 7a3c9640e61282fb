/// A stretch of tokens that one mode writes.
struct EncodingRun: Hashable {
    /// What follows the last token.
    enum Ending: Hashable {
        /// Back to ASCII by an unlatch, or by the count of a Base 256 run.
        case unlatch
        /// Nothing: the end of the symbol ends the mode, or sends the few codewords left back to ASCII.
        case implied
    }

    let encodation: Encodation
    let range: Range<Int>
    let ending: Ending
}
