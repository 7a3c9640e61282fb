/// Numbers in a grid, the last dimension running fastest.
public struct Tensor: Sendable, Equatable {
    /// Length of each dimension, outermost first: `[2, 3, 64, 64]` for two RGB pictures of 64 x 64 in planes.
    public let shape: [Int]
    /// As many as the product of ``shape``; ``Model/run(_:)`` refuses a tensor where that is not so.
    public var values: [Float]

    public init(shape: [Int], values: [Float]) {
        self.shape = shape
        self.values = values
    }

    /// How many numbers the shape asks for; nil when that is more than an `Int` holds, or a length is negative.
    package static func count(of shape: [Int]) -> Int? {
        var count = 1
        for length in shape {
            let (product, overflow) = count.multipliedReportingOverflow(by: length)
            guard length >= 0, !overflow else { return nil }
            count = product
        }
        return count
    }

    /// `1 x 3 x 416 x 416`
    package static func text(of shape: [Int]) -> String {
        shape.map { $0 < 0 ? "?" : String($0) }.joined(separator: " x ")
    }
}
