/// The last digit of EAN and UPC numbers (GS1 General Specifications, section 7.9) and of ISBN-13.
enum CheckDigit {
    /// Weights 3 and 1 in turn, 3 for the rightmost of `digits`, which lack the check digit.
    static func of(_ digits: some BidirectionalCollection<Int>) -> Int {
        let sum = digits.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 3 : 1) }
        return (10 - sum % 10) % 10
    }

    static func isRight(_ digits: [Int]) -> Bool { digits.last == of(digits.dropLast()) }
}
