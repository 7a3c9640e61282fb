/// Tells slow from stalled: time uses it up, bytes fill it again.
struct Allowance {
    private let rate: Double
    private let limit: Double
    private var left: Double

    /// - Parameters:
    ///   - rate: bytes a second that keep it as it is.
    ///   - patience: seconds without any bytes until it is used up; it is full at first, and never more than that.
    init(rate: Double, patience: Double) {
        self.rate = rate
        limit = patience
        left = patience
    }

    var isUsedUp: Bool { left < 0 }

    mutating func spend(seconds: Double) { left -= seconds }

    mutating func earn(bytes: Int) { left = min(limit, left + Double(bytes) / rate) }
}
