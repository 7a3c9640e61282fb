import Foundation

/// The models that come with the program.
enum ShippedModels {
    /// Whether they and the library that runs them are here: both are fetched or made by a step of their own.
    static let areThere: Bool = {
        guard let ending = try? shell("$espy count Tests/Samples/count/empty.jpg -q --no-history") else { return false }
        return ending.exit < 2
    }()
}
