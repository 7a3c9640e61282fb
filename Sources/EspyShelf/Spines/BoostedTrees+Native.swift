// Not in the browser: only the trees of networks come from files.

import Foundation

extension BoostedTrees {
    /// Reads trees from the file that training writes along with a network.
    ///
    /// - Parameter features: the names of the features that the trees use, in order.
    /// - Returns: nil unless the file has complete trees over these features.
    package init?(json: [UInt8], features: [String]) {
        guard let file = try? JSONDecoder().decode(File.self, from: Data(json)), file.features == features else {
            return nil
        }
        self.init(
            file.trees.joined(separator: " "), bias: file.bias, glance: (file.glance.trees, file.glance.least))
        guard roots.count == file.trees.count, isWhole(Int32(features.count)) else { return nil }
    }

    private struct File: Decodable {
        struct Glance: Decodable {
            var trees: Int
            var least: Float
        }

        var features: [String]
        var bias: Float
        var glance: Glance
        /// In the format of ``BoostedTrees/init(_:bias:glance:)``.
        var trees: [String]
    }
}
